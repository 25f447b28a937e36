import { DAY_MS, type Range } from '@millwatch/domain/time'
import type { Filled } from '../fill/filled.ts'
import { lastDays, queryOf } from '../fill/period.ts'
import type { Bench, Measurement } from '../lib/bench.ts'
import { asPerson, type Caller } from '../lib/caller.ts'
import { Owner } from '../lib/owner.ts'
import type { Goal, Row } from '../lib/table.ts'
import { readDaily } from '../yardsticks/daily-rows.ts'
import { copyCycles, readReport } from '../yardsticks/reports.ts'
import { memoryOfExport } from './export-memory.ts'

const WARM_UPS = 2
const MONTHS = { one: 31, fifteen: 455 }

interface Opened {
  readonly filled: Filled
  readonly caller: Caller
  readonly owner: Owner
}

interface Case {
  readonly name: string
  readonly days: number
  readonly goal: Goal
  readonly against: string
  path(filled: Filled, period: Range): string
  /** Runs the statement written by hand for the same report, and returns its time in ms. */
  sqlMs(opened: Opened, period: Range): Promise<number>
}

const reports = ({ siteId }: Filled, report: string, period: Range) =>
  `/v0/o/${siteId}/reports/${report}?${queryOf(period)}`
const equipmentIds = ({ machines }: Filled) => machines.map((machine) => machine.equipmentId)
const firstMachine = ({ machines }: Filled) => machines[0]?.equipmentId ?? 0

const downtime = (name: string, days: number, atMost: number): Case => ({
  name: `excessive downtimes, ${name}`,
  days,
  goal: { ratioAtMost: 1.5, atMost },
  against: 'the same stops with their scheduled time, threshold and reason in SQL, read whole',
  path: (filled, period) => reports(filled, 'xsfdt', period),
  sqlMs: async ({ owner }, period) => (await readReport(owner, 'stopRows', period)).ms,
})

const cases: readonly Case[] = [
  downtime('1 month', MONTHS.one, 300),
  downtime('15 months', MONTHS.fifteen, 2000),
  {
    name: 'summary report, 1 month',
    days: MONTHS.one,
    goal: { ratioAtMost: 1.5, atMost: 150 },
    against: 'sums of ready daily rows, and excessive stops by machine and reason, in SQL, read whole',
    path: (filled, period) => reports(filled, 'summary', period),
    sqlMs: async ({ owner, filled }, period) =>
      (await readDaily(owner, { equipmentIds: equipmentIds(filled), period, interval: 86_400 })) +
      (await readReport(owner, 'stopSums', period)).ms,
  },
  {
    name: 'lost time, 1 month',
    days: MONTHS.one,
    goal: { ratioAtMost: 1.5, atMost: 500 },
    against: 'occurrences of shifts with first and last running in SQL, read whole',
    path: (filled, period) => reports(filled, 'lost', period),
    sqlMs: async ({ owner }, period) => (await readReport(owner, 'lost', period)).ms,
  },
  {
    name: 'status log of a machine, 15 months',
    days: MONTHS.fifteen,
    goal: { ratioAtMost: 1.5, atMost: 150 },
    against: 'the same intervals in SQL, read whole',
    path: (filled, period) => `/v0/e/${firstMachine(filled)}/reports/status?${queryOf(period)}`,
    sqlMs: async ({ owner, filled }, period) =>
      (await readReport(owner, 'log', { ...period, equipmentId: firstMachine(filled) })).ms,
  },
]

/**
 * P12: reports of a thousand machines, the status log of one machine, and the export of its raw data, each beside SQL written by
 * hand.
 */
export const p12: Measurement = async (bench) => {
  const filled = await bench.filled()
  const caller = asPerson(filled.product.port, filled.company.token)
  const owner = await Owner.connect(filled.product.databaseUrl)
  const opened = { filled, caller, owner }
  const rows: Row[] = []
  for (const report of cases) rows.push(await measure(bench, opened, report))
  rows.push(await exported(bench, opened), await memoryOfExport(bench, filled))
  caller.close()
  await owner.close()
  return rows
}

async function measure(bench: Bench, opened: Opened, { name, days, goal, against, ...report }: Case): Promise<Row> {
  const { filled, caller } = opened
  const daysThere = Math.min(days, filled.plan.days - 2)
  const period = lastDays(filled, daysThere)
  const path = report.path(filled, period)
  const ours: number[] = []
  const yardstick: number[] = []
  for (let run = 1 - WARM_UPS; run <= bench.runs; run++) {
    const answer = await caller.get(path)
    const sqlMs = await report.sqlMs(opened, period)
    if (run < 1) continue
    ours.push(answer.ms)
    yardstick.push(sqlMs)
    const kB = Math.round(answer.bytes / 1000)
    bench.say(`P12 ${name}, run ${run}: ${answer.ms.toFixed(0)} ms, ${kB} kB; SQL ${sqlMs.toFixed(0)} ms`)
  }
  const there = daysThere < days ? ` (${daysThere} days are there)` : ''
  return { name: `P12 ${name}${there}`, unit: 'ms', ours, yardstick, against, goal }
}

/** Measures the export of a week of cycles as CSV to the last byte, in rows per second, beside `COPY`. */
async function exported(bench: Bench, { filled, caller, owner }: Opened): Promise<Row> {
  const equipmentId = firstMachine(filled)
  const period = { from: filled.endsAt - 7 * DAY_MS, to: filled.endsAt }
  const ours: number[] = []
  const yardstick: number[] = []
  for (let run = 1 - WARM_UPS; run <= bench.runs; run++) {
    const answer = await caller.get(`/v0/e/${equipmentId}/data/raw/export?${queryOf(period)}`)
    const rows = answer.body.split('\n').length - 2
    const copied = await copyCycles(owner, { ...period, equipmentId })
    if (run < 1) continue
    ours.push((rows / answer.ms) * 1000)
    yardstick.push((copied.rows / copied.ms) * 1000)
    bench.say(`P12 export, run ${run}: ${rows} rows in ${answer.ms.toFixed(0)} ms; COPY ${copied.ms.toFixed(0)} ms`)
  }
  return {
    name: 'P12 export of raw data',
    unit: 'rows/s',
    ours,
    yardstick,
    against: 'COPY of the same rows as CSV',
    goal: { atLeast: 200_000 },
  }
}
