import type { Interval, Status } from '@millwatch/domain/status'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replaceIntervals } from './replace-intervals.ts'
import type { StoredInterval } from './store.ts'

const interval = (status: Status, startedAt: number, endedAt: number | null): Interval => ({
  status,
  startedAt,
  endedAt,
})
const storedRow = (id: number, status: Status, startedAt: number, endedAt: number | null): StoredInterval => ({
  id,
  ...interval(status, startedAt, endedAt),
})

test('A recomputation with the same result changes nothing', () => {
  const stored = [storedRow(1, 1, 0, 10), storedRow(2, 2, 10, null)]
  const replaced = replaceIntervals(stored, [interval(1, 5, 10), interval(2, 10, null)], { from: 5, until: null })
  expect(replaced).toMatchObject({ removed: [], changed: [], added: [], now: stored })
})

test('An interval that goes on grows under its id', () => {
  const replaced = replaceIntervals([storedRow(1, 1, 0, 10), storedRow(2, 2, 10, null)], [interval(1, 10, null)], {
    from: 10,
    until: null,
  })
  expect(replaced).toMatchObject({ removed: [2], changed: [storedRow(1, 1, 0, null)], added: [] })
})

test('A range in the middle is replaced, and what lies around it is cut and joined', () => {
  const stored = [storedRow(1, 1, 0, 100), storedRow(2, 2, 100, null)]
  const replaced = replaceIntervals(stored, [interval(3, 20, 30)], { from: 20, until: 30 })
  expect(replaced).toMatchObject({
    removed: [],
    changed: [storedRow(1, 1, 0, 20)],
    added: [interval(3, 20, 30), interval(1, 30, 100)],
  })
})

test('A machine that begins later than before loses what was before', () => {
  const stored = [storedRow(1, 1, 0, 10), storedRow(2, 2, 10, null)]
  expect(replaceIntervals(stored, [interval(2, 20, null)], { from: -1, until: null })).toMatchObject({
    removed: [1, 2],
    added: [interval(2, 20, null)],
  })
  expect(replaceIntervals(stored, [], { from: -1, until: null })).toMatchObject({ removed: [1, 2], now: [] })
})

/** A timeline as a list of statuses, one for each of 12 ticks; the last interval is open. */
const ticks = fc.array(fc.constantFrom<Status>(1, 2, 3, 4), { minLength: 12, maxLength: 12 })

function timelineOf(statuses: readonly Status[], from: number, open: boolean): Interval[] {
  const intervals: Interval[] = []
  statuses.forEach((status, i) => {
    const last = intervals.at(-1)
    const endedAt = open && from + i + 1 === 12 ? null : from + i + 1
    if (last?.status === status) intervals[intervals.length - 1] = { ...last, endedAt }
    else intervals.push(interval(status, from + i, endedAt))
  })
  return intervals
}

test('Applied to what was stored, it gives exactly the new timeline', () => {
  fc.assert(
    fc.property(ticks, ticks, fc.nat(11), fc.integer({ min: 1, max: 12 }), (before, after, a, b) => {
      const [from, until] = a < b ? [a, b] : [b - 1, a + 1]
      const wanted = before.map((status, i) => (i >= from && i < until ? (after[i] as Status) : status))
      const stored = timelineOf(before, 0, true).map((row, i) => ({ ...row, id: i + 1 }))
      const computed = timelineOf(wanted.slice(from, until), from, until === 12)
      const touched = stored.filter((row) => (row.endedAt ?? 99) >= from && row.startedAt <= until)
      const replaced = replaceIntervals(touched, computed, { from, until: until === 12 ? null : until })
      const result = new Map<number, Interval>(stored.map(({ id, ...row }) => [id, row]))
      for (const id of replaced.removed) result.delete(id)
      for (const { id, ...row } of replaced.changed) result.set(id, row)
      for (const [i, row] of replaced.added.entries()) result.set(100 + i, row)
      const now = [...result.values()].sort((x, y) => x.startedAt - y.startedAt)
      expect(now).toEqual(timelineOf(wanted, 0, true))
      for (const { id, startedAt } of replaced.now) if (id !== 0) expect(stored[id - 1]?.startedAt).toBe(startedAt)
    }),
    { numRuns: 500 },
  )
})
