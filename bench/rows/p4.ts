import { absolute, choose, DEFAULT_SCOPE, toAddress } from '@millwatch/domain/scope'
import type { Filled } from '../fill/filled.ts'
import { lastDays, queryOf } from '../fill/period.ts'
import type { Bench, Measurement } from '../lib/bench.ts'
import { asPerson, type Caller } from '../lib/caller.ts'
import { Owner } from '../lib/owner.ts'
import { takeSeat } from '../lib/seat.ts'
import type { Goal, Row } from '../lib/table.ts'
import { usableMs } from '../lib/usable.ts'
import { type DailyQuestion, readDaily } from '../yardsticks/daily-rows.ts'

const WARM_UPS = 2
const MONTHS = { three: 91, fifteen: 455 }

interface Case {
  readonly name: string
  readonly days: number
  readonly goal: Goal
  /** True: figures by day are read from `/v0/util/o`. Absent: the page of the unit is read. */
  readonly byDay?: boolean
  readonly shift?: number
  /** Query parameters for another time zone and start of days than those of the site; absent: those of the site. */
  readonly elsewhere?: string
}

const likeSql: Goal = { ratioAtMost: 1.5 }
const cases: readonly Case[] = [
  { name: 'unit page, 3 months', days: MONTHS.three, goal: { ...likeSql, atMost: 100 } },
  { name: 'unit page, 15 months', days: MONTHS.fifteen, goal: likeSql },
  { name: 'unit page, 3 months, shift 1', days: MONTHS.three, shift: 1, goal: likeSql },
  { name: 'unit page, 15 months, shift 1', days: MONTHS.fifteen, shift: 1, goal: likeSql },
  { name: 'figures by day, 3 months', days: MONTHS.three, byDay: true, goal: { ...likeSql, atMost: 100 } },
  { name: 'figures by day, 15 months', days: MONTHS.fifteen, byDay: true, goal: likeSql },
  {
    name: 'unit page, 15 months, India from 6:00',
    days: MONTHS.fifteen,
    elsewhere: 'tz=Asia/Kolkata&dayStartMin=360',
    goal: { atMost: 2000 },
  },
]

/**
 * P4: the page of a site with a thousand machines over long periods, by its call and in a browser, compared with the same sums of
 * daily rows in SQL.
 */
export const p4: Measurement = async (bench) => {
  const filled = await bench.filled()
  const caller = asPerson(filled.product.port, filled.company.token)
  const owner = await Owner.connect(filled.product.databaseUrl)
  const rows: Row[] = []
  for (const period of cases) rows.push(await measure(bench, { filled, caller, owner }, period))
  rows.push(...(await inBrowser(bench, { filled, owner })))
  caller.close()
  await owner.close()
  return rows
}

/** Tabs of the unit page, each with the selectors of the elements that must be shown before a person can use the tab. */
const tabs = [
  { tab: 'util', shows: ['[data-testid="utilization"]', '[role="tabpanel"] canvas'] },
  { tab: 'equipment', shows: ['[data-testid="utilization"]', '[data-equipment]'] },
] as const

/**
 * Measures each tab of the same page over three months, in a browser that has loaded the page before, beside the same SQL. Empty
 * if there is no browser.
 */
async function inBrowser(bench: Bench, { filled, owner }: { filled: Filled; owner: Owner }): Promise<Row[]> {
  const seat = await takeSeat()
  if (seat === undefined) {
    bench.say('P4 in a browser: none here')
    return []
  }
  const { username, password } = filled
  const context = await seat.newContext(filled.product.url, { url: filled.product.url, username, password })
  const period = lastDays(filled, Math.min(MONTHS.three, filled.plan.days - 2))
  const equipmentIds = filled.machines.map((machine) => machine.equipmentId)
  const address = new URLSearchParams(toAddress(choose(DEFAULT_SCOPE, absolute(period.from, period.to))))
  const rows: Row[] = []
  for (const { tab, shows } of tabs) {
    const ours: number[] = []
    const yardstick: number[] = []
    for (let run = 1 - WARM_UPS; run <= bench.runs; run++) {
      const ms = await usableMs(context, `/o/${filled.siteId}?tab=${tab}&${address}`, shows)
      const sqlMs = await readDaily(owner, { equipmentIds, period, interval: 604_800 })
      if (run < 1) continue
      ours.push(ms)
      yardstick.push(sqlMs)
      bench.say(`P4 ${tab} tab usable, run ${run}: ${ms.toFixed(0)} ms; SQL ${sqlMs.toFixed(0)} ms`)
    }
    rows.push({
      name: `P4 ${tab} tab usable in a browser, 3 months`,
      unit: 'ms',
      ours,
      yardstick,
      against: 'the same sums of ready daily rows in SQL, read whole',
      goal: { atMost: 1500 },
    })
  }
  await seat.close()
  return rows
}

async function measure(
  bench: Bench,
  { filled, caller, owner }: { filled: Filled; caller: Caller; owner: Owner },
  { name, days, goal, byDay = false, shift, elsewhere }: Case,
): Promise<Row> {
  const period = lastDays(filled, Math.min(days, filled.plan.days - 2))
  const choices = [
    queryOf(period),
    ...(shift === undefined ? [] : [`shift=${shift}`]),
    ...(elsewhere ? [elsewhere] : []),
  ]
  const path = byDay
    ? `/v0/util/o?ids=${filled.siteId}&interval=86400&${choices.join('&')}`
    : `/v0/o/${filled.siteId}?${choices.join('&')}`
  const question: DailyQuestion = {
    equipmentIds: filled.machines.map((machine) => machine.equipmentId),
    period,
    interval: byDay ? 86_400 : 604_800,
    ...(shift === undefined ? {} : { shift }),
  }
  const ours: number[] = []
  const yardstick: number[] = []
  for (let run = 1 - WARM_UPS; run <= bench.runs; run++) {
    const answer = await caller.get(path)
    const sqlMs = await readDaily(owner, question)
    if (run < 1) continue
    ours.push(answer.ms)
    yardstick.push(sqlMs)
    bench.say(
      `P4 ${name}, run ${run}: ${answer.ms.toFixed(0)} ms, ${Math.round(answer.bytes / 1000)} kB; SQL ${sqlMs.toFixed(0)} ms`,
    )
  }
  return {
    name: `P4 ${name}`,
    unit: 'ms',
    ours,
    yardstick,
    against: 'the same sums of ready daily rows in SQL, read whole',
    goal,
  }
}
