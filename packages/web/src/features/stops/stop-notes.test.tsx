import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { StopNotes } from './stop-notes.tsx'

const stop = {
  ...{ id: 1, machineId: 5, statusId: 2, from: 0, to: null, durationMs: 0, scheduledMs: 0, parts: [], tags: [] },
  ...{ notes: 'Jam', reason: null },
} as unknown as Parameters<typeof StopNotes>[0]['stop']

test('the button has the focus again when the form of the notes is closed', async () => {
  serverOf()
  showPage(<StopNotes stop={stop} writing={{ isBusy: false, write: async () => true }} />)
  await hand.click(await screen.findByRole('button', { name: 'Edit notes' }))
  await hand.keyboard('{Escape}')
  expect(document.activeElement).toBe(button('Edit notes'))
  await hand.keyboard('{Enter}')
  await hand.click(button('Cancel'))
  expect(document.activeElement).toBe(button('Edit notes'))
})
