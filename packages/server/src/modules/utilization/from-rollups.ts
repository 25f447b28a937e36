import { datedRanges, OCCURRENCE_REACH_MS } from '@millwatch/domain/shifts'
import { type Bucket, dateOfDay, joined, partsWithin, type Range, without } from '@millwatch/domain/time'
import { noSums, SUM, type Sums, timeClass, weigh } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { isByDate, type Ledger } from './ledger.ts'
import { planRead, type ReadPlan } from './plan-read.ts'
import { wholeWeeks } from './quarters.ts'
import { type Borrowed, readBorrowed } from './queries-borrowed.ts'
import { readQuarters, readWide } from './queries-read.ts'
import { type DayPart, readDays } from './queries-read-days.ts'
import { readScheduled, readScheduledOf } from './queries-scheduled.ts'
import { shiftRowsOver } from './queries-time.ts'
import type { Question } from './question.ts'
import { type DirtySpan, dirtySpans, type RollupState, statesOf } from './store-state.ts'
import type { Pair, PlannedQuarters, ReadRow } from './tables-quarters.ts'
import type { ReadChoice } from './tables-read.ts'
import type { CutTime, TimeEntry } from './time-entries.ts'

/** Build states of machines, and the dirty spans that touch a period, both by machine id; machines without any are missing. */
interface Built {
  readonly states: ReadonlyMap<number, RollupState>
  readonly dirty: ReadonlyMap<number, readonly DirtySpan[]>
}

export async function builtOf(ctx: Ctx, equipmentIds: readonly number[], period: Range): Promise<Built> {
  const [states, dirty] = await Promise.all([statesOf(ctx, equipmentIds), dirtySpans(ctx, equipmentIds, period)])
  return { states, dirty: Map.groupBy(dirty, (span) => span.equipmentId) }
}

/** Part of a time entry, or the whole of it. */
export interface EntryPart extends Range {
  readonly entry: TimeEntry
}

/**
 * Adds to the ledger all requested sums that can be read from rollups, which are built and not dirty. Returns the other parts of
 * the time entries, which must be computed from intervals.
 */
export async function addFromRollups(
  ctx: Ctx,
  question: Question,
  { entries }: CutTime,
  built: Built,
  buckets: readonly Bucket[] | null,
  ledger: Ledger<unknown>,
): Promise<EntryPart[]> {
  const reading = planReading(question, entries, built, buckets)
  const { pairs, days, quarters, choice } = reading
  // No time of an archived machine is scheduled.
  const isActive = (pair: Pair) => entries[pair.entry]?.switches.active === true
  const addScheduled = (rows: ReadRow[]) => post(ledger, question.shift === null ? rows.map(subtractFromOutside) : rows)
  const addPairs = async (isWide: boolean, some: PairsRead): Promise<void> => {
    for await (const rows of readDays(ctx, some.pairs, days.filter(some.isOf), { ...choice, isWide }))
      post(ledger, rows)
    const ofSome = quarters.filter(some.isOf)
    const isReadAsBorrowed = (part: PlannedQuarters) => isWide && question.shift === null && part.minus >= 0
    const unborrowed = ofSome.filter((part) => !isReadAsBorrowed(part))
    post(ledger, await readQuarters(ctx, some.pairs, unborrowed, { ...choice, isWide }))
    const active = some.pairs.filter(isActive)
    if (!choice.byDate) addScheduled(await readScheduled(ctx, active, unborrowed, { ...choice, isWide }))
    // Borrowed: moved between buckets. Their rows mostly contain the scheduled time too, `open` says where not.
    const borrowed = ofSome.filter(isReadAsBorrowed)
    const { rows, open } = await readBorrowed(ctx, some.pairs, borrowed, { ...choice, isWide })
    post(ledger, rows)
    addScheduled(await readScheduledOf(ctx, openOf(active, borrowed, open), { ...choice, isWide }))
  }
  const many = pairsRead(pairs, true, question)
  if (many.pairs.length > 0) await readWide(ctx, () => addPairs(true, many))
  await addPairs(false, pairsRead(pairs, false, question))
  if (choice.byDate) await addScheduledByDate(ctx, question, reading, ledger)
  else if (question.shift === null) addLengths(reading, ledger)
  return reading.rest
}

/**
 * Returns the pairs and parts whose rows do not contain the scheduled time (`open`). Skips parts that end before the pair's entry
 * begins.
 */
function openOf(pairs: readonly Pair[], parts: readonly PlannedQuarters[], open: Borrowed['open']) {
  const byPlan = Map.groupBy(parts, (part) => part.plan)
  return pairs.flatMap((pair) =>
    (byPlan.get(pair.plan) ?? []).flatMap((part) =>
      part.to > pair.from && open.get(part.from)?.has(pair.equipmentId) ? [{ pair, part }] : [],
    ),
  )
}

/** Number of pairs with the same plan above which they are read together, in stored order (`isWide`). */
const WIDE_FROM = 50
/** Number of days, of all machines together, that are read at once; the next days are read while these are added up. */
const DAYS_AT_ONCE = 8000
/** Factor of `wideFrom`: with more buckets than the product, days are read once for machines and once for buckets (`isApart`). */
const BUCKETS_APART = 4

/** Pairs that are read together, with a function that selects the parts of their plans. */
interface PairsRead {
  readonly pairs: Pair[]
  isOf(part: { readonly plan: number }): boolean
}

/**
 * Returns the pairs whose plan is shared by more than `wideFrom` pairs (`isWide`), or the others, with a function that selects
 * the parts of these plans.
 */
function pairsRead(pairs: readonly Pair[], isWide: boolean, { wideFrom = WIDE_FROM }: Question): PairsRead {
  const sizes = new Map<number, number>()
  for (const { plan } of pairs) sizes.set(plan, (sizes.get(plan) ?? 0) + 1)
  const isOf = ({ plan }: { readonly plan: number }): boolean => (sizes.get(plan) ?? 0) > wideFrom === isWide
  return { pairs: pairs.filter(isOf), isOf }
}

interface Reading {
  readonly entries: readonly TimeEntry[]
  readonly pairs: readonly Pair[]
  readonly days: readonly DayPart[]
  readonly quarters: readonly PlannedQuarters[]
  readonly rest: EntryPart[]
  readonly choice: ReadChoice
}

function planReading(
  question: Question,
  entries: readonly TimeEntry[],
  { states, dirty }: Built,
  buckets: readonly Bucket[] | null,
): Reading {
  const byDate = isByDate(question)
  const plans = new Plans(question, byDate ? [] : edgesOf(buckets))
  const pairs: Pair[] = []
  const rest: EntryPart[] = []
  for (const entry of entries) {
    const state = states.get(entry.equipmentId)
    const holes = dirty.get(entry.equipmentId) ?? []
    const built = state === undefined ? null : builtPart(entry, state, question)
    if (state === undefined || built === null) {
      rest.push({ entry, from: entry.from, to: entry.to })
      continue
    }
    const cleanRanges = without([built], holes)
    for (const clean of cleanRanges) {
      const { planNo, plan } = plans.planFor(clean, state)
      const { hourlyRevenue, hourlyParts } = entry.prices
      const worth = question.money ? { revenue: hourlyRevenue ?? 0, rate: hourlyParts ?? 0 } : { revenue: 0, rate: 0 }
      const { no, series, equipmentId } = entry
      const from = Math.max(entry.from, entry.timeFrom)
      pairs.push({ entry: no, series, equipmentId, plan: planNo, from, ...worth })
      for (const range of partsWithin(plan.rest, [entry])) rest.push({ entry, ...range })
    }
    for (const range of without([entry], cleanRanges)) rest.push({ entry, ...range })
  }
  const starts = buckets === null ? null : buckets.map((bucket) => (byDate ? dateOfDay(bucket.firstDay) : bucket.from))
  const { shift, averages, onlyUtilization = false } = question
  // Sums weighed by prices cost as much as all other sums together.
  const money = question.money && pairs.some(({ revenue, rate }) => revenue !== 0 || rate !== 0)
  const isApart = (starts?.length ?? 0) > BUCKETS_APART * (question.wideFrom ?? WIDE_FROM)
  const { daysAtOnce = DAYS_AT_ONCE } = question
  const choice = { shift, starts, byDate, averages, onlyUtilization, money, daysAtOnce, isWide: false, isApart }
  return { entries, pairs, ...plans.parts(), rest, choice }
}

/** Returns the starts of all buckets but the first (epoch ms); none for null. */
export const edgesOf = (buckets: readonly Bucket[] | null): number[] =>
  buckets?.slice(1).map((bucket) => bucket.from) ?? []

/**
 * Returns the part of an entry for which rollups are built; null: none. An entry that begins with the machine's first event is
 * extended to the start of the built range, as rows contain nothing before that event.
 */
function builtPart(entry: TimeEntry, { builtFrom, builtTo }: RollupState, { period }: Question): Range | null {
  const from = entry.isFirst ? Math.max(period.from, builtFrom) : Math.max(entry.from, builtFrom)
  const to = Math.min(entry.to, builtTo)
  return from < to ? { from, to } : null
}

/** Plans by which rollups are read, each stored once, as most machines have rollups for the same range. */
class Plans {
  readonly #question: Question
  readonly #edges: readonly number[]
  readonly #plans = new Map<string, { planNo: number; plan: ReadPlan; zone: string; hasWeeks: boolean }>()

  constructor(question: Question, edges: readonly number[]) {
    this.#question = question
    this.#edges = edges
  }

  planFor(
    clean: Range,
    { builtFrom, builtTo, zone, hasWeeks: areBuilt }: RollupState,
  ): { planNo: number; plan: ReadPlan } {
    const hasWeeks = areBuilt && this.#question.shift === null
    const key = `${zone}/${hasWeeks}/${clean.from}/${clean.to}/${clean.from === builtFrom}/${clean.to === builtTo}`
    const existing = this.#plans.get(key)
    if (existing !== undefined) return existing
    const isShort = (this.#question.buckets?.interval ?? 86_400) < 86_400
    const plan = planRead({ clean, builtFrom, builtTo, zone, edges: this.#edges, isShort, hasWeeks })
    const made = { planNo: this.#plans.size, plan, zone, hasWeeks }
    this.#plans.set(key, made)
    return made
  }

  parts(): { days: DayPart[]; quarters: PlannedQuarters[] } {
    const days: DayPart[] = []
    const quarters: PlannedQuarters[] = []
    for (const { planNo, plan, zone, hasWeeks } of this.#plans.values()) {
      for (const range of plan.weeks)
        days.push({ ...range, plan: planNo, level: 'week', byEnd: plan.weeksByEnd, weeks: [] })
      for (const range of plan.days) {
        const weeks = hasWeeks ? joined(wholeWeeks(range, zone)) : []
        days.push({ ...range, plan: planNo, level: 'day', byEnd: plan.byEnd, weeks })
      }
      for (const part of plan.quarters) quarters.push({ ...part, plan: planNo })
    }
    return { days, quarters }
  }
}

function post(ledger: Ledger<unknown>, rows: Iterable<ReadRow>): void {
  for (const { entry, series, bucket, minus, sums } of rows) {
    if (entry !== null) {
      // The day rows of an entry include its borrowed quarter-hours already.
      if (minus === null || minus < 0) ledger.addToEntry(entry, sums)
    } else if (series !== null && bucket !== null) {
      ledger.addToBucket(series, bucket, sums)
      if (minus !== null && minus >= 0) ledger.addToBucket(series, minus, sums, -1)
    }
  }
}

const offlineInside = SUM.inside + timeClass.offline
const offlineOutside = SUM.outside + timeClass.offline

/**
 * Changes the sums of a row, and returns it: its scheduled time is subtracted from offline time outside shift history, where
 * `addLengths` adds all time.
 */
function subtractFromOutside(row: ReadRow): ReadRow {
  const sums = row.sums
  sums[offlineOutside] = -(sums[offlineInside] as number)
  return row
}

/**
 * Adds the full length of quarter-hours to the ledger as offline time outside shift history. `subtractFromOutside` subtracts the
 * scheduled part of it.
 */
function addLengths({ pairs, quarters }: Reading, ledger: Ledger<unknown>): void {
  const byPlan = Map.groupBy(quarters, (part) => part.plan)
  const sums = noSums()
  for (const { entry, series, plan, from } of pairs) {
    for (const part of byPlan.get(plan) ?? []) {
      sums[offlineOutside] = Math.max(0, part.to - Math.max(part.from, from))
      if (part.minus < 0) ledger.addToEntry(entry, sums)
      ledger.addToBucket(series, part.bucket, sums)
      if (part.minus >= 0) ledger.addToBucket(series, part.minus, sums, -1)
    }
  }
}

/**
 * Adds the scheduled time of the chosen shift to the ledger, as offline time, in the bucket of the shift's date. Skips time while
 * a machine was archived.
 */
async function addScheduledByDate(
  ctx: Ctx,
  question: Question,
  reading: Reading,
  ledger: Ledger<unknown>,
): Promise<void> {
  const byPlan = Map.groupBy(reading.quarters, (part) => part.plan)
  const spans = reading.pairs.flatMap((pair) =>
    (byPlan.get(pair.plan) ?? []).flatMap((part) => {
      const from = Math.max(part.from, pair.from)
      const { equipmentId } = pair
      return reading.entries[pair.entry]?.switches.active && from < part.to
        ? [{ pair, equipmentId, from, to: part.to }]
        : []
    }),
  )
  if (spans.length === 0) return
  const rows = await shiftRowsOver(
    ctx,
    spans.map(({ equipmentId, from, to }) => ({
      equipmentId,
      from: from - OCCURRENCE_REACH_MS,
      to: to + OCCURRENCE_REACH_MS,
    })),
  )
  spans.forEach(({ pair, from, to }, i) => {
    for (const range of datedRanges(rows[i] ?? [])) {
      const ms = Math.min(range.to, to) - Math.max(range.from, from)
      if (ms <= 0 || range.shift !== question.shift) continue
      const sums: Sums = noSums()
      sums[offlineInside] = ms
      ledger.addToEntry(pair.entry, sums)
      const prices = { hourlyRevenue: pair.revenue, hourlyParts: pair.rate }
      ledger.addToBucket(pair.series, ledger.bucketOfDate(range.shiftDate), weigh(sums, prices))
    }
  })
}
