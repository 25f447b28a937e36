import { MINUTE_MS } from '@millwatch/domain/time'
import { expect, test } from 'vitest'
import type { ReadStop } from '../../features/stops/downtime.ts'
import type { KeptEntry } from '../../lib/kept-entries.ts'
import { isPending, stopsInReach } from './pending.ts'

const NOW = 1_000 * MINUTE_MS

const stop = (id: number, endedAgo: number | null, more: Partial<ReadStop> = {}): ReadStop => ({
  ...{ id, machine: { id: 1, name: 'Press' }, startedAt: NOW - id * 100 * MINUTE_MS, scheduledMs: 1, thresholdMs: 1 },
  ...{
    endedAt: endedAgo === null ? null : NOW - endedAgo * MINUTE_MS,
    durationMs: 1,
    reasonId: null,
    reasonName: null,
  },
  ...{ notes: null, tagIds: [], parts: [], isIgnored: false },
  ...more,
})
const entry = (stopId: number, reasonId: number | null, refused?: string): KeptEntry => ({
  ...{ id: `k${stopId}`, order: 1, owner: 'me', operation: 'status.annotate', params: { id: stopId }, machineId: 1 },
  ...{ body: { status_reason_id: reasonId }, words: '', hasWaited: false },
  ...(refused === undefined ? {} : { refused }),
})
const idsOf = (stops: readonly { readonly id: number }[]): number[] => stops.map(({ id }) => id)

test('stops of the last hour or of the shift are in reach, whichever goes back further; ignored ones are not', () => {
  const stops = [stop(3, 200), stop(2, 70), stop(4, 10, { isIgnored: true }), stop(1, null)]
  expect(idsOf(stopsInReach(stops, [], NOW, undefined))).toEqual([1])
  expect(idsOf(stopsInReach(stops, [], NOW, NOW - 80 * MINUTE_MS))).toEqual([1, 2])
  expect(idsOf(stopsInReach(stops, [], NOW, NOW - 30 * MINUTE_MS))).toEqual([1])
})

test('a stop is pending until it has a reason, stored or on its way; a refused one gives none', () => {
  const pending = (read: ReadStop, entries: KeptEntry[]) => stopsInReach([read], entries, NOW, undefined).map(isPending)
  expect(pending(stop(1, null), [])).toEqual([true])
  expect(pending(stop(1, null), [entry(1, 7)])).toEqual([false])
  expect(pending(stop(1, null), [entry(2, 7)])).toEqual([true])
  expect(pending(stop(1, null), [entry(1, 7, 'no')])).toEqual([true])
  expect(pending(stop(1, null, { reasonId: 7 }), [])).toEqual([false])
})
