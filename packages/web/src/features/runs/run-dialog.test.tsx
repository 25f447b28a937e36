import { listRosters } from '@millwatch/contract/http/groups'
import * as runs from '@millwatch/contract/http/runs'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { noAnswer } from '../../ui/fake-server.testing.ts'
import { button, hand, instant, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { updateEntry } from './kept-run.ts'
import { type CurrentRun, changesOf } from './queries.ts'
import { RunDialog } from './run-dialog.tsx'

const run: CurrentRun = {
  id: 3,
  tags: [{ id: 11, name: 'AX-114' }],
  started_at: instant,
  cycles_total: 500,
  cycles_current: 20,
  parts_per_cycle: 4,
  allow_overrun: false,
  notify_roster_ids: [5],
  scrap_qty: 0,
} as CurrentRun

/** Shows the dialog of a run to somebody of a company that counts scrap. */
const show = () => {
  const server = serverOf()
    .on(listTags, () => ({ status: 'success', tags: [] }))
    .on(listRosters, () => ({ status: 'success', rosters: [] }))
  const onClose = vi.fn()
  showPage(<RunDialog machineId={5} run={run} scrapEnabled onChanged={async () => undefined} onClose={onClose} />)
  return { server, onClose }
}

test('an update sends the new quantity only, so that groups which a colleague changed meanwhile stay', async () => {
  const { server } = show()
  server.on(runs.updateRun, noAnswer)
  await screen.findByLabelText('Part Qty')
  await type('Part Qty', '2400')
  await hand.click(button('Update current run'))
  await message('Error updating run')
  expect(server.bodies(runs.updateRun)).toEqual([{ cyclesTotal: 600 }])
})

test('a changed group leaves the quantity as it is, and the same groups in another order change nothing', () => {
  const entry = { tagIds: [11], partQty: 2000, partsPerCycle: 4, indefinite: false, allowOverrun: false }
  const before = { ...entry, notifyRosterIds: [5, 6] }
  expect(changesOf(before, { ...before, notifyRosterIds: [6, 5] })).toEqual({})
  const changes = changesOf(before, { ...before, notifyRosterIds: [6] })
  expect(changes).toEqual({ notifyRosterIds: [6] })
  expect(updateEntry(5, 3, changes, false).body).toEqual({ notifyRosterIds: [6] })
})

test('nothing is cancelled while an end of the run is under way', async () => {
  const { server, onClose } = show()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(runs.endRun, async () => {
    await promise
    return noAnswer()
  })
  await hand.click(await screen.findByRole('button', { name: 'End run' }))
  await hand.click(button('No'))
  expect([button('Cancel').disabled, button('Yes').disabled]).toEqual([true, true])
  resolve()
  await waitFor(() => expect(button('Cancel').disabled).toBe(false))
  await hand.click(button('Yes'))
  await type('Scrap Qty', '7')
  const again = Promise.withResolvers<void>()
  server.on(runs.endRun, async () => {
    await again.promise
    return noAnswer()
  })
  await hand.click(button('End run'))
  await waitFor(() => expect(button('Cancel').disabled).toBe(true))
  again.resolve()
  await waitFor(() => expect(button('Cancel').disabled).toBe(false))
  expect(onClose).not.toHaveBeenCalled()
})
