import { expect, test } from 'vitest'
import { type DowntimeStop, reasonsFor } from '../../features/stops/downtime.ts'
import { stopRows, stopsCsv } from './downtime-export.ts'
import { outcomeWords } from './outcome-words.ts'
import { sortStops } from './shown-stops.ts'

const stop = (id: number, machine: string, scheduledMs: number, more: Partial<DowntimeStop> = {}): DowntimeStop => ({
  ...{ id, machine: { id, name: machine }, startedAt: id * 1000, endedAt: null, durationMs: scheduledMs, scheduledMs },
  ...{
    thresholdMs: 2_100_000,
    reasonId: null,
    reasonName: null,
    reason: null,
    notes: null,
    tagIds: [],
    tags: [],
    parts: [],
  },
  isIgnored: false,
  ...more,
})

test('a CSV file joins several tags and parts with a semicolon, has times in ISO 8601, and guards formulas', () => {
  const tags = [
    { id: 1, name: 'Order 7' },
    { id: 2, name: 'Steel' },
  ]
  const parts = [
    { id: 7, history_id: 1, action: 'replace' as const, qty: 2, user_id: null },
    { id: 8, history_id: 2, action: 'inspect' as const, qty: 1, user_id: null },
  ]
  const numbers = new Map([
    [7, 'B-1'],
    [8, 'X, 2'],
  ])
  const stops = [stop(3, '=Press', 3_600_000, { tags, parts, notes: 'a, "b"' })]
  const [head, line] = stopsCsv(stopRows(stops, numbers)).split('\r\n')
  expect(head).toBe(
    'equipment,started_at,ended_at,duration_s,xsf_dt_duration_s,threshold_s,reason,notes,parts,tags,ignored',
  )
  expect(line).toBe(
    `'=Press,1970-01-01T00:00:03.000Z,,3600,3600,2100,,"a, ""b""","B-1 replaced × 2;X, 2 inspected","Order 7;Steel",false`,
  )
})

test('the result of a change of several stops names the machines that were not saved, three at most', () => {
  expect(outcomeWords(3, [], 0)).toBe('3 saved')
  expect(outcomeWords(2, [stop(1, 'Mazak 01', 1), stop(2, 'Mazak 01', 1)], 0)).toBe('2 saved, 2 not: Mazak 01')
  const many = ['A', 'B', 'C', 'D'].map((name, id) => stop(id, name, 1))
  expect(outcomeWords(0, many, 0)).toBe('0 saved, 4 not: A, B, C …')
})

test('the list is sorted by start, by scheduled part or by machine, numbers in names by value', () => {
  const stops = [stop(1, 'Press 10', 5), stop(2, 'Press 9', 9), stop(3, 'Press 9', 7)]
  const by = (order: Parameters<typeof sortStops>[1]) => sortStops(stops, order).map(({ id }) => id)
  expect([by('started'), by('duration'), by('equipment')]).toEqual([
    [3, 2, 1],
    [2, 3, 1],
    [3, 2, 1],
  ])
})

test('several stops are offered the active reasons that all their machines have', () => {
  const reason = (id: number, units: number[], active = true) => ({
    ...{
      id,
      name: `Reason ${id}`,
      company_id: 1,
      active,
      favorite: false,
      failure: false,
      deactivated_at: null,
      group_name: null,
    },
    org_unit_ids: units,
  })
  const reasons = [reason(1, []), reason(2, [10]), reason(3, [20]), reason(4, [], false)]
  const above = new Map([
    [5, [10, 1]],
    [6, [20, 1]],
  ])
  const offered = (...machines: number[]) => reasonsFor(reasons, machines, above).map(({ id }) => id)
  expect([offered(5), offered(6), offered(5, 6)]).toEqual([[1, 2], [1, 3], [1]])
})
