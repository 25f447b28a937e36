import { act, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Drawer } from './dialog.tsx'
import { button, hand } from './page.testing.ts'

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Drawer title="Period" width={440} open={open} onClose={() => setOpen(false)}>
        <button type="button">Today</button>
      </Drawer>
    </>
  )
}

test('a drawer that closes is invisible before it is removed and the focus returns', async () => {
  render(<Page />)
  await hand.click(button('Open'))
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  const shade = screen.getByRole('dialog').closest<HTMLElement>('.shade')
  if (shade === null) throw new Error('The drawer has no shade')
  const opacities: string[] = []
  const changes = new MutationObserver(() => opacities.push(shade.isConnected ? shade.style.opacity : 'removed'))
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['style'] })
  await act(async () => button('Close').click())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  changes.disconnect()
  expect(opacities.slice(0, 1).concat(opacities.slice(-1))).toEqual(['0', 'removed'])
  await waitFor(() => expect(document.activeElement).toBe(button('Open')))
})
