import { type DatedRange, datedRanges, type ShiftRow } from '@millwatch/domain/shifts'
import { type Bucket, bucketOfDate } from '@millwatch/domain/time'
import type { Answer, Group, Question } from '@millwatch/server/modules/utilization/index'
import type { FlowBench } from '../app/flow.ts'

/** Stored rows of all machines that figures are computed from. Instants are epoch ms. */
interface Facts {
  readonly intervals: readonly { id: number; status: number; from: number; to: number | null }[]
  readonly shifts: readonly (DatedRange & { id: number })[]
  readonly settings: readonly Setting[]
  readonly events: readonly StoredPoint[]
  readonly runs: readonly { id: number; from: number; to: number | null; parts: number | null }[]
}

interface Setting {
  id: number
  from: number
  active: boolean
  capped: boolean
  short: boolean
  threshold: number
  revenue: number | null
  rate: number | null
}

interface StoredPoint {
  id: number
  at: number
  cycle: boolean
  number: number
  ms: number | null
  marks: number
  temperature: number | null
  analog: number | null
}

async function factsOf(bench: FlowBench): Promise<Facts> {
  const rows = await bench.query<ShiftRow & { id: number }>(
    'select equipment_id as id, shift, started_at as "startedAt", ended_at as "endedAt", zone from shift_history order by 3',
  )
  const byMachine = Map.groupBy(rows, (row) => row.id)
  return {
    intervals: await bench.query(
      'select equipment_id as id, status_id as status, started_at as "from", ended_at as "to" from status_interval',
    ),
    shifts: [...byMachine].flatMap(([id, rows]) => datedRanges(rows).map((range) => ({ ...range, id }))),
    settings: await bench.query(
      `select equipment_id as id, valid_from as "from", active, util_capped_by_schedule as capped, util_incl_lt_xsf_dt as short,
        excessive_downtime_threshold_ms as threshold, hourly_revenue as revenue, hourly_parts as rate from equipment_setting order by 2`,
    ),
    events: await bench.query(
      `select e.equipment_id as id, occurred_at as at, kind = 1 and is_primary as cycle, number, coalesce(cycle_ms, derived_ms) as ms, marks,
        temperature_1 as temperature, analog_in_1 * (select analog_scale from device_setting s where s.device_id = e.device_id
          and s.valid_from <= e.occurred_at order by valid_from desc limit 1) as analog from event e where kind in (1, 2)`,
    ),
    runs: await bench.query(
      'select equipment_id as id, started_at as "from", ended_at as "to", parts_per_cycle as parts from run',
    ),
  }
}

const names = ['runningMs', 'downMs', 'offlineMs', 'poweredOffMs'] as const

interface Totals extends Record<(typeof names)[number], number> {
  scheduledMs: number
  effectiveRunMs: number
  outsideMs: number
  shortDownMs: number
  excessiveDownMs: number
  cycles: number
  parts: number
  actualRevenue: number
  potentialRevenue: number
  potentialParts: number
  cycleMs: number
  cycleCount: number
  startupMs: number
  outlierMs: number
  temperature: number
  analog: number
}

const nothing = (): Totals => ({
  runningMs: 0,
  downMs: 0,
  offlineMs: 0,
  poweredOffMs: 0,
  scheduledMs: 0,
  effectiveRunMs: 0,
  outsideMs: 0,
  shortDownMs: 0,
  excessiveDownMs: 0,
  cycles: 0,
  parts: 0,
  actualRevenue: 0,
  potentialRevenue: 0,
  potentialParts: 0,
  cycleMs: 0,
  cycleCount: 0,
  startupMs: 0,
  outlierMs: 0,
  temperature: 0,
  analog: 0,
})

/** Reader of the stored data of a machine: it finds what holds at an instant by searching all rows. */
class Looker {
  readonly #facts: Facts
  readonly #id: number
  readonly #now: number

  constructor(facts: Facts, id: number, now: number) {
    this.#facts = facts
    this.#id = id
    this.#now = now
  }

  settingsAt(at: number): Setting {
    return this.#facts.settings.findLast((setting) => setting.id === this.#id && setting.from <= at) as Setting
  }

  intervalAt(at: number) {
    return this.#facts.intervals.find(
      (interval) => interval.id === this.#id && interval.from <= at && at < (interval.to ?? this.#now),
    )
  }

  shiftAt(at: number) {
    if (!this.settingsAt(at).active) return undefined
    return this.#facts.shifts.find((shift) => shift.id === this.#id && shift.from <= at && at < shift.to)
  }

  isExcessive(stop: { from: number; to: number | null }): boolean {
    let ms = 0
    const end = stop.to ?? this.#now
    for (const [from, to] of this.#ranges(stop.from, end)) if (this.shiftAt(from)) ms += to - from
    return ms >= this.settingsAt(stop.from).threshold
  }

  /**
   * Returns the spans between two adjacent instants, from `from` to `to`, at which an interval, shift or setting of the machine
   * or one of `more` begins or ends.
   */
  #ranges(from: number, to: number, more: readonly number[] = []): [number, number][] {
    const ofMachine = <T extends { id: number }>(list: readonly T[]) => list.filter((fact) => fact.id === this.#id)
    const cuts = new Set([from, to, ...more])
    for (const interval of ofMachine(this.#facts.intervals)) cuts.add(interval.from).add(interval.to ?? this.#now)
    for (const shift of ofMachine(this.#facts.shifts)) cuts.add(shift.from).add(shift.to)
    for (const setting of ofMachine(this.#facts.settings)) cuts.add(setting.from)
    const ordered = [...cuts].filter((at) => at >= from && at <= to).sort((a, b) => a - b)
    return ordered.slice(1).map((end, i) => [ordered[i] as number, end])
  }

  walk(period: { from: number; to: number }, cuts: readonly number[], visit: (at: number, ms: number) => void): void {
    for (const [from, to] of this.#ranges(period.from, period.to, cuts)) visit(from, to - from)
  }

  events(period: { from: number; to: number }): StoredPoint[] {
    return this.#facts.events.filter(
      (event) => event.id === this.#id && event.at >= period.from && event.at < period.to,
    )
  }

  partsPerCycleAt(at: number): number {
    const run = this.#facts.runs.find(
      (candidate) => candidate.id === this.#id && candidate.from < at && (candidate.to === null || at <= candidate.to),
    )
    return run?.parts ?? 1
  }
}

function addTime(totals: Totals, looker: Looker, at: number, ms: number, shift: number | null): void {
  const interval = looker.intervalAt(at)
  const range = looker.shiftAt(at)
  if (interval === undefined || (shift !== null && range?.shift !== shift)) return
  const settings = looker.settingsAt(at)
  totals[names[interval.status - 1] as 'runningMs'] += ms
  if (range !== undefined) totals.scheduledMs += ms
  let effective = 0
  if (interval.status === 1 && range === undefined) totals.outsideMs += ms
  if (interval.status === 1 && settings.active && (range !== undefined || !settings.capped)) effective = ms
  if (interval.status === 2 && range !== undefined) {
    const isExcessive = looker.isExcessive(interval)
    totals[isExcessive ? 'excessiveDownMs' : 'shortDownMs'] += ms
    if (!isExcessive && settings.short) effective = ms
  }
  totals.effectiveRunMs += effective
  totals.actualRevenue += ((settings.revenue ?? 0) * effective) / 3_600_000
  if (range === undefined) return
  totals.potentialRevenue += ((settings.revenue ?? 0) * ms) / 3_600_000
  totals.potentialParts += ((settings.rate ?? 0) * ms) / 3_600_000
}

function addEvent(totals: Totals, looker: Looker, event: StoredPoint): void {
  if (event.cycle) {
    totals.cycles += event.number
    totals.parts += event.number * looker.partsPerCycleAt(event.at)
    if (event.ms !== null) {
      totals.cycleMs += event.ms * event.number
      totals.cycleCount += event.number
      if (event.marks & 1) totals.startupMs += event.ms * event.number
      if (event.marks & 2) totals.outlierMs += event.ms * event.number
    }
  }
  totals.temperature += event.temperature ?? 0
  totals.analog += event.analog ?? 0
}

function referenceFigures(facts: Facts, question: Question, group: Group, buckets: readonly Bucket[]) {
  const whole = nothing()
  const parts = buckets.map(nothing)
  const byDate = question.shift !== null && (question.buckets?.interval ?? 0) >= 86_400
  const period = { from: question.period.from, to: Math.min(question.period.to, question.now) }
  const partAt = (at: number, date: number | undefined): Totals | undefined => {
    const bucket = byDate
      ? date === undefined
        ? undefined
        : bucketOfDate(buckets, date)
      : buckets.find((candidate) => candidate.from <= at && at < candidate.to)
    return bucket && parts[buckets.indexOf(bucket)]
  }
  for (const [id, spans] of group.members) {
    const looker = new Looker(facts, id, question.now)
    const counts = (at: number) => spans === null || spans.some((span) => span.from <= at && at < span.to)
    const cuts = [...buckets.map((bucket) => bucket.from), ...(spans ?? []).flatMap((span) => [span.from, span.to])]
    if (period.from < period.to)
      looker.walk(period, cuts, (at, ms) => {
        if (!counts(at)) return
        for (const totals of [whole, partAt(at, looker.shiftAt(at)?.shiftDate)])
          if (totals) addTime(totals, looker, at, ms, question.shift)
      })
    const began = Math.min(...facts.intervals.filter((interval) => interval.id === id).map((interval) => interval.from))
    for (const event of looker.events(period)) {
      const range = looker.shiftAt(event.at)
      if (event.at < began || !counts(event.at) || (question.shift !== null && range?.shift !== question.shift))
        continue
      for (const totals of [whole, partAt(event.at, range?.shiftDate)]) if (totals) addEvent(totals, looker, event)
    }
  }
  if (!question.money)
    for (const totals of [whole, ...parts])
      Object.assign(totals, { actualRevenue: 0, potentialRevenue: 0, potentialParts: 0 })
  return { whole, buckets: parts }
}

type Figures = NonNullable<ReturnType<Answer['groups']['get']>>['whole']

const totalsOf = (figures: Figures): Totals => ({
  runningMs: figures.runningMs,
  downMs: figures.downMs,
  offlineMs: figures.offlineMs,
  poweredOffMs: figures.poweredOffMs,
  scheduledMs: figures.scheduledMs,
  effectiveRunMs: figures.effectiveRunMs,
  outsideMs: figures.outsideCountedMs + figures.outsideLeftOutMs,
  shortDownMs: figures.shortDownCountedMs + figures.shortDownLeftOutMs,
  excessiveDownMs: figures.excessiveDownMs,
  cycles: figures.cycles,
  parts: figures.parts,
  actualRevenue: figures.actualRevenue,
  potentialRevenue: figures.potentialRevenue,
  potentialParts: figures.potentialParts,
  cycleMs: figures.cycleTime.sum,
  cycleCount: figures.cycleTime.count,
  startupMs: figures.startupCycleTime.sum,
  outlierMs: figures.outlierCycleTime.sum,
  temperature: figures.temperature.sum,
  analog: figures.analog.sum,
})

/** Names of the totals that are sums of fractions, which depend slightly on the order of addition. All other totals are exact. */
const fractions: readonly (keyof Totals)[] = [
  'parts',
  'actualRevenue',
  'potentialRevenue',
  'potentialParts',
  'temperature',
  'analog',
]

/** Returns a copy of the reference totals, with the numbers of `ours` in place of fractions that differ by less than 1e-6. */
function withOurFractions(reference: Totals, ours: Totals | undefined): Totals {
  const made = { ...reference }
  if (ours !== undefined)
    for (const name of fractions) if (Math.abs(made[name] - ours[name]) < 1e-6) made[name] = ours[name]
  return made
}

/** Returns the totals of an answer by group, and the same totals computed by searching all stored data, in the same shape. */
export async function bothWays(bench: FlowBench, question: Question, answer: Answer) {
  const facts = await factsOf(bench)
  const ours: Record<string, { whole: Totals | undefined; buckets: Totals[] | undefined }> = {}
  const reference: typeof ours = {}
  for (const group of question.groups) {
    const found = answer.groups.get(group.key)
    const looked = referenceFigures(facts, question, group, answer.buckets ?? [])
    const whole = found && totalsOf(found.whole)
    const buckets = found?.buckets?.map(totalsOf)
    ours[group.key] = { whole, buckets }
    const isBucketed = group.inBuckets && answer.buckets !== null
    reference[group.key] = {
      whole: withOurFractions(looked.whole, whole),
      buckets: isBucketed ? looked.buckets.map((totals, i) => withOurFractions(totals, buckets?.[i])) : undefined,
    }
  }
  return { ours, naive: reference }
}
