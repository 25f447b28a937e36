import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'
import { button, hand } from './page.testing.ts'
import { useKeys } from './use-keys.ts'

const search = vi.fn()

function Page() {
  useKeys({ '/': search })
  return (
    <Menu label="Period" groups={[[{ key: 'today', words: 'Today', act: () => undefined }]]}>
      <button type="button">Open</button>
    </Menu>
  )
}

test('keys of the page do nothing while a menu has the focus', async () => {
  render(<Page />)
  await hand.click(button('Open'))
  await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
  await hand.keyboard('/')
  expect(search).not.toHaveBeenCalled()
  await hand.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await hand.keyboard('/')
  expect(search).toHaveBeenCalledOnce()
})
