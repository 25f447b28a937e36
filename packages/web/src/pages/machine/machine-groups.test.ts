import { expect, it } from 'vitest'
import { groupsCsv, groupsOf } from './machine-groups.ts'

const columns = {
  interval: 86_400,
  tz: 'UTC',
  time: [1_763_596_800, 1_763_683_200],
  ended_at: [1_763_683_200, 1_763_769_600],
  shift_date: [null, null],
  util_pct: [66.006, null],
  run_secs: [5400, 0],
  scheduled_secs: [8181, 0],
  running_s: [5400, 0],
  down_s: [2781, 0],
  offline_s: [0, 0],
  powered_off_s: [0, 0],
  cycles: [311, 0],
  cycle_time_avg: [12, null],
  temp_avg: [null, null],
  analog_avg: [null, null],
  tags: [['AX-114', '=cmd|heat'], []],
}

it('turns columns into buckets, each with its tags', () => {
  const [first, second] = groupsOf({ groups: columns })
  expect(first).toMatchObject({ time: '2025-11-20T00:00:00.000Z', util_pct: 66.006, cycles: 311, down_s: 2781 })
  expect(first?.tags).toEqual(['AX-114', '=cmd|heat'])
  expect(second).toMatchObject({ time: '2025-11-21T00:00:00.000Z', util_pct: null, scheduled_secs: 0, tags: [] })
})

it('is downloaded with the columns of the specification, tags joined by semicolons, infinity where nothing was scheduled', () => {
  const [head, first, second] = groupsCsv(groupsOf({ groups: columns })).split('\r\n')
  expect(head).toBe('time,run_hours,scheduled_hours,cycle_count,tags,utilization_pct')
  // The cell is quoted, and a spreadsheet that ends cells at semicolons finds no formula in it.
  expect(first).toBe(`2025-11-20T00:00:00.000Z,1.5,2.2725,311,"AX-114;'=cmd|heat",66.01`)
  expect(second).toBe('2025-11-21T00:00:00.000Z,0,0,0,,∞')
})
