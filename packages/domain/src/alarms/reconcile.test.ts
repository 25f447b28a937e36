import { describe, expect, test } from 'vitest'
import { dueRepeat, openBefore, reconcile, type StoredTrip, type Trip, type TripKind } from './index.ts'

const value = { amount: 1, since: 0 }
const trip = (trippedAt: number, clearedAt: number | null): Trip => ({ trippedAt, clearedAt, value, notifyUntil: null })
const point = (at: number, since: number, notifyUntil: number): Trip => ({
  trippedAt: at,
  clearedAt: at,
  value: { amount: 1, since },
  notifyUntil,
})
const stored = (id: number, trippedAt: number, clearedAt: number | null, kind: TripKind = 'announced'): StoredTrip => ({
  id,
  trippedAt,
  clearedAt,
  kind,
  value,
})

function reconciled(rows: StoredTrip[], trips: Trip[], { from = 100, now = 200, quietAt = [] as number[] } = {}) {
  const { changes, inserts } = reconcile({ stored: rows, trips, from, now, quietAt })
  return {
    changes: changes.map((row) => [row.id, row.trippedAt, row.clearedAt, row.kind, row.notice]),
    inserts: inserts.map((row) => [row.trippedAt, row.clearedAt, row.kind, row.notice]),
  }
}

describe('The history of an alarm follows its evaluation', () => {
  test('a trip that still stands when it becomes known notifies people, one that is over does not', () => {
    expect(reconciled([], [trip(110, 120), trip(150, null)])).toEqual({
      changes: [],
      inserts: [
        [110, 120, 'late', null],
        [150, null, 'announced', 'tripped'],
      ],
    })
  })
  test('a trip that stood clears where evaluation begins or later, with a notice', () => {
    expect(reconciled([stored(1, 50, null)], []).changes).toEqual([[1, 50, 100, 'announced', 'cleared']])
    expect(reconciled([stored(1, 50, null)], [trip(50, 130)]).changes).toEqual([[1, 50, 130, 'announced', 'cleared']])
    expect(reconciled([stored(1, 50, null)], [trip(50, null)])).toEqual({ changes: [], inserts: [] })
  })
  test('changed arguments and archiving clear it without a notice', () => {
    expect(reconciled([stored(1, 50, null)], [], { quietAt: [100] }).changes).toEqual([[1, 50, 100, 'announced', null]])
  })
  test('a late trip does not notify when it clears', () => {
    expect(reconciled([stored(1, 110, 120, 'late')], [trip(110, 125)]).changes).toEqual([[1, 110, 125, 'late', null]])
  })
  test('one that late data removed is withdrawn without a notice', () => {
    expect(reconciled([stored(1, 110, null), stored(2, 150, 160)], [])).toEqual({
      changes: [
        [1, 110, 200, 'withdrawn', null],
        [2, 150, 160, 'withdrawn', null],
      ],
      inserts: [],
    })
  })
  test('one whose instant moved stays the same trip, without a second notice', () => {
    expect(reconciled([stored(1, 110, null)], [trip(130, null)])).toEqual({
      changes: [[1, 130, null, 'announced', null]],
      inserts: [],
    })
  })
  test('a withdrawn trip that comes back keeps its row, so that the key of its notice is the same', () => {
    const gone = stored(1, 110, 190, 'withdrawn')
    expect(reconciled([gone], [trip(120, null)])).toEqual({
      changes: [[1, 120, null, 'announced', 'tripped']],
      inserts: [],
    })
    expect(reconciled([gone], [])).toEqual({ changes: [], inserts: [] })
    expect(reconciled([gone], [trip(120, 150)]).changes).toEqual([[1, 120, 150, 'announced', null]])
    // Nobody may have been notified of it so far: it was over each time.
    expect(reconciled([stored(1, 120, 150)], [trip(120, null)]).changes).toEqual([
      [1, 120, null, 'announced', 'tripped'],
    ])
  })
  test('of two trips that became one, the one that overlaps most goes on', () => {
    expect(reconciled([stored(1, 110, 120), stored(2, 130, null)], [trip(110, null)])).toEqual({
      changes: [
        [1, 110, 120, 'withdrawn', null],
        [2, 110, null, 'announced', null],
      ],
      inserts: [],
    })
  })
  test('of one trip that became two, the part that overlaps most keeps the row', () => {
    expect(reconciled([stored(1, 110, null)], [trip(110, 120), trip(125, null)])).toEqual({
      changes: [[1, 125, null, 'announced', null]],
      inserts: [[110, 120, 'late', null]],
    })
  })
  test('a late trip that turns out to stand is announced', () => {
    expect(reconciled([stored(1, 110, 120, 'late')], [trip(110, null)]).changes).toEqual([
      [1, 110, null, 'announced', 'tripped'],
    ])
  })
  test('a trip that does not last notifies people in time only, and is found again by what it counts from', () => {
    expect(reconciled([], [point(110, 110, 200), point(111, 111, 199)]).inserts).toEqual([
      [110, 110, 'announced', 'tripped'],
      [111, 111, 'late', null],
    ])
    expect(reconciled([{ ...stored(1, 120, 120), value: { amount: 1, since: 30 } }], [point(140, 30, 300)])).toEqual({
      changes: [[1, 140, 140, 'announced', null]],
      inserts: [],
    })
  })
  test('a withdrawn trip of a shift comes back with the shift that ends later, also after its own time', () => {
    const gone = { ...stored(1, 90, 90, 'withdrawn'), value: { amount: 1, since: 30 } }
    expect(reconciled([gone], [point(140, 30, 300)])).toEqual({
      changes: [[1, 140, 140, 'announced', 'tripped']],
      inserts: [],
    })
  })
  test.each([
    ['that last', 50, null],
    ['of an instant', 0, 9_000_000],
  ])('30,000 trips %s are found again in little time', (_, lengthMs, notifyUntil) => {
    const trips = Array.from({ length: 30_000 }, (_, i): Trip => {
      const at = 100 + i * 100
      return { trippedAt: at, clearedAt: at + lengthMs, value: { amount: 1, since: at }, notifyUntil }
    })
    const rows = trips.map((each, i) => ({ ...stored(i, each.trippedAt, each.clearedAt, 'late'), value: each.value }))
    const began = performance.now()
    expect(reconciled(rows, trips, { now: 9_000_001 })).toEqual({ changes: [], inserts: [] })
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('the trip that stands before an instant is neither withdrawn nor over by then', () => {
    expect(openBefore([stored(1, 50, 99), stored(2, 60, null, 'withdrawn')], 100)).toBeNull()
    expect(openBefore([stored(1, 100, null)], 100)).toBeNull()
    expect(openBefore([stored(1, 50, 100)], 100)?.id).toBe(1)
  })
})

test.each([
  [59_999, 0, null, 60_000],
  [60_000, 0, { number: 1, at: 1_060_000 }, 120_000],
  [60_000, 120, { number: 121, at: 1_060_000 }, 120_000],
  [200_000, 1, { number: 2, at: 1_180_000 }, 240_000],
])('%i ms after the last notice, repeat %i, the next of every minute is %j', (passed, sent, due, next) => {
  const lastAt = 1_000_000
  expect(dueRepeat({ lastAt, reassertMin: 1, sent }, lastAt + passed)).toEqual({ due, nextAt: lastAt + next })
})

test('a changed interval counts from the last notice', () => {
  const lastAt = 1_000_000
  const afterManyMinutes = { lastAt, sent: 120 }
  expect(dueRepeat({ ...afterManyMinutes, reassertMin: 60 }, lastAt + 60_000).nextAt).toBe(lastAt + 3_600_000)
  expect(dueRepeat({ ...afterManyMinutes, reassertMin: 1 }, lastAt + 3_600_000).due?.number).toBe(121)
})
