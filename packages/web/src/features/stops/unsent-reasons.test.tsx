import { readInterval } from '@millwatch/contract/http/status'
import { annotateStop } from '@millwatch/contract/http/stops'
import { expect, test, vi } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { instant, serverOf } from '../../ui/page.testing.ts'
import { restoreReasons, sendReason } from './unsent-reasons.ts'

const interval = (reasonId: number | null) => ({
  ...{ id: 1, equipment_id: 5, status_id: 2, started_at: instant, ended_at: instant, duration_s: 3600 },
  ...{ status_reason_id: reasonId, status_reason: reasonId === null ? null : `Reason ${reasonId}`, notes: null },
  ...{ xsf_report_ignored: false, scheduled_s: 3600, scheduled_by_shift: [], excessive: true, tags: [], parts: [] },
})

/** Gives reason 3 to a stop without one, while the server starts again; then the stop has the present reason. */
async function send(presentId: number | null, mayReplace: boolean) {
  let isStarting = true
  const server = serverOf()
    .on(annotateStop, () => (isStarting ? refuse('unavailable') : { status: 'success' }))
    .on(readInterval, () => ({ status: 'success', stretch: interval(presentId), as_of: instant }))
  const questions: (string | null)[] = []
  const [onSaved, onFailed] = [vi.fn(), vi.fn()]
  const ask = (name: string | null) => Promise.resolve(questions.push(name) > 0 && mayReplace)
  sendReason({ stopId: 1, machineName: 'Saw 1', reasonId: 3, beforeId: null, onSaved, onFailed, mayReplace: ask })
  await expect.poll(() => server.bodies(annotateStop).length + server.underWay).toBe(1)
  isStarting = false
  dispatchEvent(new Event('online'))
  return { server, questions, onSaved, onFailed }
}

test('a reason is sent again after the server was not available', async () => {
  const { questions, onSaved, onFailed } = await send(null, false)
  await expect.poll(() => onSaved.mock.calls).toHaveLength(1)
  expect([questions, onFailed.mock.calls]).toEqual([[], []])
})

test.each([true, false])('another reason given meanwhile is replaced only if the person wants it: %s', async (yes) => {
  const { server, questions, onSaved } = await send(7, yes)
  await expect.poll(() => questions).toEqual(['Reason 7'])
  await expect.poll(() => onSaved.mock.calls).toHaveLength(yes ? 1 : 0)
  expect(server.bodies(annotateStop)).toHaveLength(yes ? 2 : 1)
})

test('an unsent reason survives a reload: it is kept in this browser for its person, and is sent again, the first first', async () => {
  let isStarting = true
  const server = serverOf()
    .on(annotateStop, () => (isStarting ? refuse('unavailable') : { status: 'success' }))
    .on(readInterval, ({ params }) => ({
      status: 'success',
      stretch: { ...interval(null), id: params.id },
      as_of: instant,
    }))
  const outcome = { onSaved: vi.fn(), onFailed: vi.fn(), mayReplace: () => Promise.resolve(true) }
  restoreReasons('7', () => outcome)
  for (const [stopId, reasonId] of [
    [11, 3],
    [12, null],
  ] as const)
    sendReason({ stopId, machineName: 'Saw 1', reasonId, beforeId: null, ...outcome })
  await expect.poll(() => server.bodies(annotateStop).length + server.underWay).toBe(1)
  vi.resetModules()
  const loaded = await import('./unsent-reasons.ts')
  const restored = vi.fn(() => outcome)
  loaded.restoreReasons('8', restored)
  expect(restored).not.toHaveBeenCalled()
  loaded.restoreReasons('7', restored)
  expect(restored.mock.calls.map(([reason]: unknown[]) => reason)).toEqual([
    { stopId: 11, machineName: 'Saw 1', reasonId: 3, beforeId: null },
    { stopId: 12, machineName: 'Saw 1', reasonId: null, beforeId: null },
  ])
  isStarting = false
  dispatchEvent(new Event('online'))
  await expect.poll(() => outcome.onSaved.mock.calls.length).toBeGreaterThan(1)
  await expect.poll(() => localStorage.getItem('millwatch.unsent-reasons.7')).toBeNull()
})
