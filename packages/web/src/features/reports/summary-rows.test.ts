import { exampleSummary, exampleSummaryLines } from '@millwatch/lab/product/summary-example'
import { expect, test } from 'vitest'
import { summaryCsv, summaryFileRows } from './summary-export.ts'
import { dataShare, machinesOf } from './summary-machines.ts'
import type { Summary } from './summary-query.ts'
import { summaryRows, unitsOf } from './summary-rows.ts'

const at = '2026-06-08T12:00:00.000Z'
const unit = (id: number, name: string, parent_id: number | null) => ({
  ...{ id, name, parent_id, util_pct: 75, run_secs: 30_000, scheduled_s: 40_000, offline_scheduled_s: 0 },
})

type Row = Summary['equipment'][number]
const machine = (id: number, name: string, parent: number, more: Partial<Row> = {}): Row => ({
  id,
  name,
  parent_org_unit_id: parent,
  active: true,
  current_status: { status: 1, started_at: at },
  util_excluded: false,
  util_pct: 90,
  run_secs: 9000,
  scheduled_s: 10_000,
  offline_scheduled_s: 0,
  by_bucket: [90, null],
  buckets_without_data: [1],
  latest_cycle_at: at,
  last_contact_at: at,
  no_recent_cycle: false,
  excessive: [],
  ...more,
})

const summary: Summary = {
  units: [unit(1, 'Plant', null), unit(2, 'Rockford', 1), unit(3, 'Stamping', 2), unit(4, 'Brno', 1)],
  equipment: [
    machine(11, 'Press 1', 3, {
      util_pct: 60,
      excessive: [
        { status_reason_id: null, stops: 2, scheduled_s: 7200 },
        { status_reason_id: 5, stops: 1, scheduled_s: 3600 },
      ],
    }),
    machine(12, '=Press 2', 3, { util_pct: 79.9, util_excluded: true, no_recent_cycle: true }),
    machine(13, 'Saw', 2, {
      util_pct: 70,
      current_status: { status: 3, started_at: at },
      offline_scheduled_s: 2500,
      excessive: [{ status_reason_id: 5, stops: 1, scheduled_s: 1800 }],
    }),
    machine(14, 'Old', 2, { active: false, util_pct: 10, current_status: { status: 3, started_at: at } }),
    machine(15, 'New', 1, { util_pct: null, scheduled_s: 0, run_secs: 0, current_status: null, latest_cycle_at: null }),
  ],
  reasons: { 5: 'Jam' },
  buckets: { interval: 86_400, tz: 'UTC', time: [0, 86_400] },
  period: { startDate: at, endDate: at },
  as_of: at,
  shift: 0,
  showsRecentCycles: true,
}

const machines = machinesOf(summary, [])
const units = unitsOf(summary, machines)
const all = { exception: undefined, search: '', sort: 'tree', folded: new Set<number>() } as const
const namesOf = (choices: Partial<Parameters<typeof summaryRows>[2]>) =>
  summaryRows(units, machines, { ...all, ...choices }).map((row) =>
    row.kind === 'unit' ? `${row.depth} ${row.unit.name}:` : `${row.depth} ${row.machine.name}`,
  )

test('units stand above their machines, and the units under them below these', () => {
  const rows = ['0 New', '0 Rockford:', '1 Saw', '1 Old', '1 Stamping:', '2 Press 1', '2 =Press 2', '0 Brno:']
  expect(namesOf({})).toEqual(rows)
  expect(namesOf({ folded: new Set([2]) })).toEqual(['0 New', '0 Rockford:', '0 Brno:'])
})

test('the worst first is a list of machines, the excluded and unscheduled ones last', () => {
  expect(namesOf({ sort: 'worst' })).toEqual(['0 Old', '0 Press 1', '0 Saw', '0 New', '0 =Press 2'])
})

test('a filter and a search keep the machines that match, with their units', () => {
  expect(namesOf({ exception: 'under' })).toEqual(['0 Rockford:', '1 Saw', '1 Stamping:', '2 Press 1'])
  expect(namesOf({ exception: 'no-cycle' })).toEqual(['0 Rockford:', '1 Stamping:', '2 =Press 2'])
  expect(namesOf({ exception: 'offline' })).toEqual(['0 Rockford:', '1 Saw'])
  expect(namesOf({ search: ' STAMP' })).toEqual(['0 Rockford:', '1 Stamping:', '2 Press 1', '2 =Press 2'])
  expect(namesOf({ search: 'nothing' })).toEqual([])
})

test('a unit has the hours of the answer, and the sums of the machines in it and below it', () => {
  expect(units[0]).toMatchObject({ runS: 30_000, machines: 4, running: 2, excessiveS: 12_600, stops: 4 })
  expect(units.find(({ id }) => id === 2)).toMatchObject({ machines: 3, running: 2, excessiveS: 12_600, stops: 4 })
  expect(units.find(({ id }) => id === 4)).toMatchObject({ machines: 0, running: 0, excessiveS: 0, stops: 0 })
})

test('live messages change the status, and a new cycle ends that there was none', () => {
  const later = '2026-06-08T12:05:00.000Z'
  const live = [
    {
      id: 12,
      current_status: { status: 3, started_at: later },
      latest_cycle: { occurred_at: later },
      last_ping_at: null,
    },
  ]
  const changed = machinesOf(summary, live).find(({ id }) => id === 12)
  expect(changed).toMatchObject({ status: 3, lastCycleAt: Date.parse(later), lastContactAt: Date.parse(at) })
  expect([...(changed?.exceptions ?? [])]).toEqual(['offline'])
  const silent = machinesOf({ ...summary, showsRecentCycles: false }, [])
  expect(silent.some(({ exceptions }) => exceptions.has('no-cycle'))).toBe(false)
})

test('a file has one row for each row of the table, several exceptions joined, formulas guarded', () => {
  const shown = summaryRows(units, machines, { ...all, search: 'stamping' })
  const rows = summaryFileRows(shown)
  expect(rows[2]).toMatchObject({ name: 'Press 1', unit: 'Stamping', stops: 3, most_time_lost_to: '', data_pct: 100 })
  const lines = summaryCsv(rows).split('\r\n')
  expect(lines[0]).toMatch(/^kind,unit,name,status,/)
  expect(lines[2]).toBe('unit,,Stamping,2 of 2 running,,75,false,30000,40000,10800,3,,,100,')
  expect(lines[4]).toContain(`machine,Stamping,'=Press 2,Running,${at},79.9,true,`)
  expect(lines).toHaveLength(6)
  const figures = { operating_s: 9000, failures: 2, repairs: 2, repair_s: 600, mtbf_s: 4500, mttr_s: 300 }
  const machine = shown.find((row) => row.kind === 'machine')
  const withFigures = summaryFileRows(shown, new Map([[machine?.kind === 'machine' ? machine.machine.id : 0, figures]]))
  const csv = summaryCsv(withFigures).split('\r\n')
  expect(csv[0]).toMatch(/,exceptions,failures,mtbf_s,mttr_s$/)
  expect(csv.filter((line) => line.endsWith(',2,4500,300'))).toHaveLength(1)
  expect(csv[2]).toMatch(/^unit,.*,,,$/)
})

test('a file has the cells of the mailed report', () => {
  const example = { ...exampleSummary, shift: 0, showsRecentCycles: true } as const
  const found = machinesOf(example, [])
  const rows = summaryRows(unitsOf(example, found), found, all)
  expect(summaryCsv(summaryFileRows(rows)).trimEnd().split('\r\n').slice(1)).toEqual(exampleSummaryLines)
})

test('the share of data is of scheduled time', () => {
  expect(dataShare({ scheduledS: 10_000, offlineS: 2500 })).toBe(75)
  expect(dataShare({ scheduledS: 0, offlineS: 0 })).toBeNull()
})
