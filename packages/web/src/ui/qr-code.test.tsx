import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

test('The code is black on white, with a margin of four modules, whatever is behind it', () => {
  render(<QrCode label="The link" value="https://mill.example/?token=abc" />)
  const picture = screen.getByRole('img', { name: 'The link' })
  const modules = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const [ground, code, ...others] = picture.querySelectorAll('path')
  expect(others).toEqual([])
  expect([ground?.getAttribute('fill'), code?.getAttribute('fill')]).toEqual(['#fff', '#000'])
  expect(ground?.getAttribute('d')).toBe(`M0 0h${modules}v${modules}h-${modules}z`)
  const at = [...(code?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  expect([Math.min(...at), Math.max(...at)]).toEqual([4, modules - 5])
})
