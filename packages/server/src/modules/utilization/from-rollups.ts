import { OCCURRENCE_REACH_MS, shiftPieces } from '@millwatch/domain/shifts'
import { type Bucket, dateOfDay, type Range } from '@millwatch/domain/time'
import { noSums, SUM, type Sums, timeClass, weigh } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import type { Atom, Atoms } from './atoms.ts'
import { isByDate, type Ledger } from './ledger.ts'
import { planRead, type ReadPlan } from './plan-read.ts'
import { type Borrowed, readBorrowed } from './queries-borrowed.ts'
import { readQuarters, readWide } from './queries-read.ts'
import { type DayPart, readDays } from './queries-read-days.ts'
import { readScheduled, readScheduledOf } from './queries-scheduled.ts'
import { shiftRowsOver } from './queries-time.ts'
import type { Question } from './question.ts'
import { clipped, joined, without } from './ranges.ts'
import { dirtySpans, type RollupState, statesOf } from './store-state.ts'
import type { Pair, PlannedQuarters, ReadRow } from './tables-quarters.ts'
import type { ReadChoice } from './tables-read.ts'

/** A stretch of an atom. */
export interface Piece extends Range {
  readonly atom: Atom
}

/** Adds what rollups know to the ledger; the answer is what is left for the intervals. */
export async function addFromRollups(
  ctx: Ctx,
  question: Question,
  { atoms }: Atoms,
  buckets: readonly Bucket[] | null,
  ledger: Ledger,
): Promise<Piece[]> {
  const reading = await planReading(ctx, question, atoms, buckets)
  const { pairs, days, quarters, choice } = reading
  // While it is archived nothing of a machine's time is scheduled.
  const isActive = (pair: Pair) => atoms[pair.atom]?.switches.active === true
  const addScheduled = (rows: ReadRow[]) => post(ledger, question.shift === null ? rows.map(takenFromOutside) : rows)
  for (const isWide of [true, false]) {
    const some = pairsRead(pairs, isWide, question)
    if (isWide && some.pairs.length > 0) await readWide(ctx)
    post(ledger, await readDays(ctx, some.pairs, days.filter(some.isOf), { ...choice, isWide }))
    const ofSome = quarters.filter(some.isOf)
    const saysItself = (part: PlannedQuarters) => isWide && question.shift === null && part.minus >= 0
    const own = ofSome.filter((part) => !saysItself(part))
    post(ledger, await readQuarters(ctx, some.pairs, own, { ...choice, isWide }))
    const active = some.pairs.filter(isActive)
    if (!choice.byDate) addScheduled(await readScheduled(ctx, active, own, { ...choice, isWide }))
    const borrowed = ofSome.filter(saysItself)
    const { rows, open } = await readBorrowed(ctx, some.pairs, borrowed, { ...choice, isWide })
    post(ledger, rows)
    addScheduled(await readScheduledOf(ctx, openOf(active, borrowed, open), { ...choice, isWide }))
  }
  if (choice.byDate) await addScheduledByDate(ctx, question, reading, ledger)
  else if (question.shift === null) addLengths(reading, ledger)
  return reading.rest
}

/** The pairs and parts of which rows left open what is scheduled. Of parts before an atom begins nothing is its own. */
function openOf(pairs: readonly Pair[], parts: readonly PlannedQuarters[], open: Borrowed['open']) {
  const byPlan = Map.groupBy(parts, (part) => part.plan)
  return pairs.flatMap((pair) =>
    (byPlan.get(pair.plan) ?? []).flatMap((part) =>
      part.to > pair.from && open.get(part.from)?.has(pair.equipmentId) ? [{ pair, part }] : [],
    ),
  )
}

const WIDE_FROM = 50
/** For each machine from which on many are read alike. */
const BUCKETS_APART = 4

/** The pairs of plans that many machines have, or of the others. */
function pairsRead(pairs: readonly Pair[], isWide: boolean, { wideFrom = WIDE_FROM }: Question) {
  const sizes = new Map<number, number>()
  for (const { plan } of pairs) sizes.set(plan, (sizes.get(plan) ?? 0) + 1)
  const isOf = ({ plan }: { readonly plan: number }) => (sizes.get(plan) ?? 0) > wideFrom === isWide
  return { pairs: pairs.filter(isOf), isOf }
}

interface Reading {
  readonly atoms: readonly Atom[]
  readonly pairs: readonly Pair[]
  readonly days: readonly DayPart[]
  readonly quarters: readonly PlannedQuarters[]
  readonly rest: Piece[]
  readonly choice: ReadChoice
}

async function planReading(
  ctx: Ctx,
  question: Question,
  atoms: readonly Atom[],
  buckets: readonly Bucket[] | null,
): Promise<Reading> {
  const ids = [...new Set(atoms.map((atom) => atom.equipmentId))]
  const states = await statesOf(ctx, ids)
  const dirty = Map.groupBy(await dirtySpans(ctx, ids, question.period), (span) => span.equipmentId)
  const byDate = isByDate(question)
  const plans = new Plans(question, byDate ? [] : edgesOf(buckets))
  const pairs: Pair[] = []
  const rest: Piece[] = []
  for (const atom of atoms) {
    const state = states.get(atom.equipmentId)
    const holes = joined(dirty.get(atom.equipmentId) ?? [])
    const stretch = state === undefined ? null : builtPart(atom, state, question)
    if (state === undefined || stretch === null) {
      rest.push({ atom, from: atom.from, to: atom.to })
      continue
    }
    for (const clean of without(stretch, holes)) {
      const { no, plan } = plans.of(clean, state)
      const { hourlyRevenue, hourlyParts } = atom.prices
      const worth = question.money ? { revenue: hourlyRevenue ?? 0, rate: hourlyParts ?? 0 } : { revenue: 0, rate: 0 }
      const { no: place, series, equipmentId } = atom
      const from = Math.max(atom.from, atom.timeFrom)
      pairs.push({ atom: place, series, equipmentId, plan: no, from, ...worth })
      for (const range of clipped(plan.rest, atom)) rest.push({ atom, ...range })
    }
    for (const range of without(atom, without(stretch, holes))) rest.push({ atom, ...range })
  }
  const starts = buckets === null ? null : buckets.map((one) => (byDate ? dateOfDay(one.firstDay) : one.from))
  const { shift, averages } = question
  // Sums weighed by prices cost as much as all others together.
  const money = question.money && pairs.some(({ revenue, rate }) => revenue !== 0 || rate !== 0)
  const isApart = (starts?.length ?? 0) > BUCKETS_APART * (question.wideFrom ?? WIDE_FROM)
  const choice = { shift, starts, byDate, averages, money, isWide: false, isApart }
  return { atoms, pairs, ...plans.parts(), rest, choice }
}

export const edgesOf = (buckets: readonly Bucket[] | null): number[] =>
  buckets?.slice(1).map((bucket) => bucket.from) ?? []

/**
 * What of an atom lies in what is built. One that begins with the machine's first event may as well begin at the start of
 * its day: rows know of nothing before.
 */
function builtPart(atom: Atom, { builtFrom, builtTo }: RollupState, { period }: Question): Range | null {
  const from = atom.isFirst ? Math.max(period.from, builtFrom) : Math.max(atom.from, builtFrom)
  const to = Math.min(atom.to, builtTo)
  return from < to ? { from, to } : null
}

/** Plans, each made once: most machines are built alike. */
class Plans {
  readonly #question: Question
  readonly #edges: readonly number[]
  readonly #known = new Map<string, { no: number; plan: ReadPlan }>()

  constructor(question: Question, edges: readonly number[]) {
    this.#question = question
    this.#edges = edges
  }

  of(clean: Range, { builtFrom, builtTo, zone, hasWeeks: areBuilt }: RollupState): { no: number; plan: ReadPlan } {
    const hasWeeks = areBuilt && this.#question.shift === null
    const key = `${zone}/${hasWeeks}/${clean.from}/${clean.to}/${clean.from === builtFrom}/${clean.to === builtTo}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const isShort = (this.#question.buckets?.interval ?? 86_400) < 86_400
    const plan = planRead({ clean, builtFrom, builtTo, zone, edges: this.#edges, isShort, hasWeeks })
    const made = { no: this.#known.size, plan }
    this.#known.set(key, made)
    return made
  }

  parts(): { days: DayPart[]; quarters: PlannedQuarters[] } {
    const days: DayPart[] = []
    const quarters: PlannedQuarters[] = []
    for (const { no, plan } of this.#known.values()) {
      for (const range of plan.weeks) days.push({ ...range, plan: no, level: 'week', byEnd: plan.weeksByEnd })
      for (const range of plan.days) days.push({ ...range, plan: no, level: 'day', byEnd: plan.byEnd })
      for (const part of plan.quarters) quarters.push({ ...part, plan: no })
    }
    return { days, quarters }
  }
}

function post(ledger: Ledger, rows: readonly ReadRow[]): void {
  for (const { atom, series, bucket, minus, sums } of rows) {
    if (atom !== null) {
      // What was borrowed is in the rows of its day.
      if (minus === null || minus < 0) ledger.addToAtom(atom, sums)
    } else if (series !== null && bucket !== null) {
      ledger.addToBucket(series, bucket, sums)
      if (minus !== null && minus >= 0) ledger.addToBucket(series, minus, sums, -1)
    }
  }
}

const offlineInside = SUM.inside + timeClass.offline
const offlineOutside = SUM.outside + timeClass.offline

/** What is scheduled is not outside shift history, where all time is put down first. */
function takenFromOutside(row: ReadRow): ReadRow {
  const sums = row.sums
  sums[offlineOutside] = -(sums[offlineInside] as number)
  return row
}

/** All time of quarter-hours, put down as offline outside shift history, for what is scheduled is taken off there. */
function addLengths({ pairs, quarters }: Reading, ledger: Ledger): void {
  const byPlan = Map.groupBy(quarters, (part) => part.plan)
  const sums = noSums()
  for (const { atom, series, plan, from } of pairs) {
    for (const part of byPlan.get(plan) ?? []) {
      sums[offlineOutside] = Math.max(0, part.to - Math.max(part.from, from))
      if (part.minus < 0) ledger.addToAtom(atom, sums)
      ledger.addToBucket(series, part.bucket, sums)
      if (part.minus >= 0) ledger.addToBucket(series, part.minus, sums, -1)
    }
  }
}

/** Scheduled time of one shift by the day it belongs to, put down as offline. */
async function addScheduledByDate(ctx: Ctx, question: Question, reading: Reading, ledger: Ledger): Promise<void> {
  const byPlan = Map.groupBy(reading.quarters, (part) => part.plan)
  const spans = reading.pairs.flatMap((pair) =>
    (byPlan.get(pair.plan) ?? []).flatMap((part) => {
      const from = Math.max(part.from, pair.from)
      const { equipmentId } = pair
      return reading.atoms[pair.atom]?.switches.active && from < part.to
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
    for (const piece of shiftPieces(rows[i] ?? [])) {
      const ms = Math.min(piece.to, to) - Math.max(piece.from, from)
      if (ms <= 0 || piece.shift !== question.shift) continue
      const sums: Sums = noSums()
      sums[offlineInside] = ms
      ledger.addToAtom(pair.atom, sums)
      const prices = { hourlyRevenue: pair.revenue, hourlyParts: pair.rate }
      ledger.addToBucket(pair.series, ledger.bucketOfDate(piece.shiftDate), weigh(sums, prices))
    }
  })
}
