import { addScrap } from '@millwatch/contract/http/runs'
import { annotateStop } from '@millwatch/contract/http/stops'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerPart, answerRaw, refuse } from '../ui/fake-server.testing.ts'
import { serverOf } from '../ui/page.testing.ts'
import { dropEntries, keepEntries, keptEntries, ownKeptEntries, readKept } from './kept-entries.ts'
import { enter, type KeptCall, sendEntries, sendEntriesOf, tryAgain } from './send-entries.ts'
import { onOutcome, onStored, useEntry } from './stored-entries.ts'

const conflictOf: KeptCall['conflictOf'] = async (_, { code }) =>
  code === 'stop_changed' ? { words: 'Somebody gave “Jam” meanwhile', expected: { expected_reason_id: 9 } } : undefined
const calls: Readonly<Record<string, KeptCall>> = {
  [addScrap.operation]: { endpoint: addScrap, fact: 'run.changed' },
  [annotateStop.operation]: { endpoint: annotateStop, fact: 'stop.annotated', conflictOf },
}
const scrap = (id: number) => ({
  ...{ operation: addScrap.operation, params: { id }, body: { qty: 1 }, machineId: 1, words: '1 scrapped part' },
})
/** Reason that replaces another one on stop 7. */
const reason = (given: number, seen: number | null) => ({
  ...{ operation: annotateStop.operation, params: { id: 7 }, machineId: 1, words: 'Reason' },
  ...{ body: { status_reason_id: given }, expected: { expected_reason_id: seen }, subject: 'stop/7/reason' },
})
let end = (): void => undefined

beforeEach(() => {
  end = sendEntriesOf('7/user/1', calls)
})
afterEach(() => {
  end()
  dropEntries(keptEntries())
  vi.unstubAllGlobals()
})

test('entries wait in the storage while the server is away, and keep their keys and their order', async () => {
  const server = serverOf().on(addScrap, () => refuse('unavailable'))
  enter(scrap(1))
  enter(scrap(2))
  await expect.poll(() => keptEntries().map(({ hasWaited }) => hasWaited)).toEqual([true, true])
  expect(keptEntries().map(({ params }) => params.id)).toEqual([1, 2])
  expect(Object.keys(localStorage).filter((name) => name.startsWith('millwatch.entry.'))).toHaveLength(2)
  expect(server.bodies(addScrap)).toHaveLength(1)
})

test.each([
  ['the connection is lost while its answer is read', () => answerPart()],
  ['the connection is lost while its refusal is read', () => answerPart(409)],
  [
    'another page is in the place of its answer',
    () => answerRaw('<!doctype html><title>Sign in to the Wi-Fi</title>', 200),
  ],
])('an entry waits if %s', async (_, answer) => {
  serverOf().on(addScrap, answer)
  enter(scrap(1))
  await expect
    .poll(() => keptEntries().map(({ refused, hasWaited }) => [refused, hasWaited]))
    .toEqual([[undefined, true]])
})

test('a stored entry whose change the storage does not take is kept once, with the change', () => {
  const entry = { ...scrap(1), id: 'a', order: 1, owner: '7/user/2', hasWaited: false }
  expect(keepEntries([entry])).toBe(true)
  const changed = { ...entry, refused: 'This run has ended' }
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  })
  expect(keepEntries([changed])).toBe(false)
  full.mockRestore()
  readKept()
  expect(keptEntries()).toEqual([changed])
})

test('a refused entry stays with its reason, and does not hold up the next one', async () => {
  serverOf().on(addScrap, ({ params }) => refuse(params.id === 1 ? 'run_ended' : 'unavailable'))
  enter(scrap(1))
  enter(scrap(2))
  await expect
    .poll(() => keptEntries().map(({ refused, hasWaited }) => [refused, hasWaited]))
    .toEqual([
      ['This run has ended', false],
      [undefined, true],
    ])
})

test('entries of another person are not sent, and not shown', async () => {
  const server = serverOf().on(addScrap, () => refuse('unavailable'))
  enter(scrap(1))
  await expect.poll(() => keptEntries()[0]?.hasWaited).toBe(true)
  end()
  end = sendEntriesOf('7/user/2', calls)
  await sendEntries()
  expect(server.bodies(addScrap)).toHaveLength(1)
  expect([keptEntries().length, ownKeptEntries().length]).toEqual([1, 0])
})

test('what another person entered meanwhile is said, and replaced only by a second entry over just that', async () => {
  const server = serverOf().on(annotateStop, ({ body }) =>
    body.expected_reason_id === 9 ? { status: 'success' } : refuse('stop_changed'),
  )
  enter(reason(3, null))
  await expect.poll(() => keptEntries()[0]?.refused).toBe('Somebody gave “Jam” meanwhile')
  expect(server.bodies(annotateStop)).toEqual([{ status_reason_id: 3, expected_reason_id: null }])
  tryAgain(keptEntries())
  await expect.poll(keptEntries).toEqual([])
  expect(server.bodies(annotateStop)[1]).toEqual({ status_reason_id: 3, expected_reason_id: 9 })
})

test('of several entries for one thing the last one stands: a refused one before it is given up', async () => {
  const server = serverOf().on(annotateStop, ({ body }) =>
    refuse(body.status_reason_id === 3 ? 'reason_inactive' : 'not_a_stop'),
  )
  enter(reason(3, null), reason(4, 3))
  await expect
    .poll(() => keptEntries().map(({ refused }) => refused))
    .toEqual(['Only a stop can have a reason and notes'])
  expect(server.bodies(annotateStop)).toHaveLength(2)
  enter(reason(3, null))
  await expect
    .poll(() => keptEntries().map(({ refused }) => refused))
    .toEqual(['This reason is not active. Re-activate it first'])
})

test('an entry counts as new until the page has read again what it changed', async () => {
  serverOf().on(annotateStop, () => ({ status: 'success' }))
  const read = Promise.withResolvers<void>()
  const ends = [onStored(() => read.promise)]
  const { result } = renderHook(() => useEntry('stop/7/reason'))
  act(() => void enter(reason(3, null)))
  await expect.poll(() => result.current?.isStored).toBe(true)
  expect(keptEntries()).toEqual([])
  await act(async () => read.resolve())
  await expect.poll(() => result.current).toBeUndefined()
  for (const each of ends) each()
})

test('windows of one browser take turns: an entry that another window sent in its turn is not sent again', async () => {
  const turn = Promise.withResolvers<void>()
  const request = async (_: string, work: () => Promise<void>) => {
    await turn.promise
    await work()
  }
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  const server = serverOf().on(addScrap, () => ({ status: 'success', scrap_qty: 1 }) as never)
  enter(scrap(1))
  // The other window takes it out of the storage when it has sent it.
  for (const name of Object.keys(localStorage)) if (name.startsWith('millwatch.entry.')) localStorage.removeItem(name)
  turn.resolve()
  await expect.poll(keptEntries).toEqual([])
  expect(server.bodies(addScrap)).toEqual([])
})

test('another window publishes what became of an entry', async () => {
  const published: unknown[] = []
  const stop = onOutcome(({ entry, error }) => published.push([entry.id, error?.message]))
  const entry = { ...scrap(1), id: 'a', order: 1, owner: '7/user/1', hasWaited: false }
  const other = new BroadcastChannel('millwatch.outcomes')
  other.postMessage({ entry, error: 'This run has ended' })
  other.postMessage({ entry: { ...entry, owner: '7/user/2' } })
  other.postMessage({ entry: { ...entry, id: 'b' } })
  await expect
    .poll(() => published)
    .toEqual([
      ['a', 'This run has ended'],
      ['b', undefined],
    ])
  other.close()
  stop()
})
