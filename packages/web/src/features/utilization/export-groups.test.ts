import { expect, it } from 'vitest'
import { groupsAsCsv } from './export-groups.ts'

it('the columns of a unit are taken away with hours as they are, so that a sheet sums them to the figure of the page', () => {
  const group = { time: '2026-11-16T06:00:00Z', ended_at: '2026-11-17T06:00:00Z', shift_date: null }
  const csv = groupsAsCsv([
    { ...group, run_secs: 36_000.5, scheduled_secs: 43_200, util_pct: 83.33 },
    { ...group, run_secs: 0, scheduled_secs: 0, util_pct: null },
  ])
  expect(csv.trim().split(/\r?\n/)).toEqual([
    'time,ended_at,run_hours,scheduled_hours,utilization_pct',
    `2026-11-16T06:00:00Z,2026-11-17T06:00:00Z,${36_000.5 / 3600},12,83.33`,
    '2026-11-16T06:00:00Z,2026-11-17T06:00:00Z,0,0,',
  ])
})
