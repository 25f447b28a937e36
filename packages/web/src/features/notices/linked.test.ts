import { expect, it } from 'vitest'
import { linkedParts } from './linked.ts'

const origin = 'https://mill.example'

it('makes links of addresses of this server', () => {
  expect(linkedParts('Open https://mill.example/password/reset?resetToken=a1 now.', origin)).toEqual([
    { at: 0, text: 'Open ', href: undefined },
    { at: 5, text: 'https://mill.example/password/reset?resetToken=a1', href: '/password/reset?resetToken=a1' },
    { at: 54, text: ' now.', href: undefined },
  ])
})

it('leaves other addresses as text', () => {
  for (const text of ['https://elsewhere.example/x', 'http://mill.example/x', 'javascript:alert(1)', ''])
    expect(linkedParts(text, origin).map((part) => part.href)).toEqual(text === '' ? [] : [undefined])
})
