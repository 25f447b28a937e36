import {
  type CycleEvent,
  type Marked,
  type MarkState,
  markCycles,
  nothingMarked,
  STARTUP,
  WINDOW_CYCLES,
} from '@millwatch/domain/cycles'
import { compareEvents, type EventKey } from '@millwatch/domain/telemetry'
import { type CycleMarks, KIND, type PlacedEvent, putMarks } from '../modules/ingest/index.ts'
import { horizonMarking, type Touched } from '../modules/status/index.ts'
import { cyclesFrom, lastCyclesIn, type StoredCycle } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { isAfter } from './machine-events.ts'
import { type Machine, type Marking, primaryFromAt } from './machines.ts'
import type { Pace } from './road.ts'

const EVER = Number.MAX_SAFE_INTEGER
/** So many stored cycles are read at first to know the window; more where there are startup cycles among them. */
const FIRST_CYCLES = 128

/** From where the stored cycles of a machine are to be marked again; `lastNew`: the last that is new among them, null: to the end. */
export interface Remark {
  readonly from: number
  readonly lastNew: EventKey | null
}

/**
 * Marks what has just come in: cycles in order at once; those of a machine where some came late are marked once stored
 * (`remark`), which the answer asks for. `held` gets the machines as they stand then.
 */
export async function markFresh(
  ctx: Ctx,
  held: Map<number, Machine>,
  fresh: readonly PlacedEvent[],
): Promise<{ fresh: readonly PlacedEvent[]; late: Map<number, Remark> }> {
  const cycles = cyclesByMachine(fresh, held)
  const late = new Map<number, Remark>()
  if (cycles.size === 0) return { fresh, late }
  const unread = [...cycles.keys()].flatMap((id) => held.get(id) ?? []).filter(({ marking }) => marking === null)
  for (const [id, marking] of await markingsBefore(ctx, unread, EVER)) {
    const machine = held.get(id)
    if (machine !== undefined) held.set(id, { ...machine, marking })
  }
  const marks = new Map<PlacedEvent, Marked>()
  for (const [id, placed] of cycles) {
    const machine = held.get(id)
    const first = placed[0]
    const last = placed.at(-1)
    if (machine?.marking == null || first === undefined || last === undefined) continue
    if (!isAfter(keyOf(first), machine.marking.last)) {
      late.set(id, { from: first.event.occurredAt, lastNew: keyOf(last) })
      continue
    }
    const { state, marked } = markOn(machine, machine.marking.state, placed.map(cycleOf))
    for (const [i, event] of placed.entries()) marks.set(event, marked[i] as Marked)
    held.set(id, { ...machine, marking: { state, last: keyOf(last) } })
  }
  return { fresh: fresh.map((event) => ({ ...event, ...marks.get(event) })), late }
}

/** What a retelling may have changed for marks: T, or which device is primary. Else what came late. */
export function remarkOf({ retellFrom, horizonAt }: Machine, late: Remark | undefined): Remark | null {
  if (retellFrom === null) return late ?? null
  const from = Math.min(retellFrom, late?.from ?? retellFrom)
  return { from: Math.max(from, horizonAt ?? from), lastNew: null }
}

/**
 * Marks stored cycles again from an instant on and writes what differs, until so many in a row as marks rest on come out as
 * they were: from there on nothing can differ. `touched`: where marks are not what they were.
 */
export async function remark(
  ctx: Ctx,
  machine: Machine,
  asked: Remark,
  pace: Pace,
): Promise<{ machine: Machine; touched: Touched | null }> {
  const { changed, marking } = await unlikeMarks(ctx, machine, asked, pace)
  await putMarks(ctx, machine.equipmentId, changed)
  return { machine: marking === null ? machine : { ...machine, marking }, touched: touchedBy(changed) }
}

/**
 * The cycles whose stored marks are not those that the rule gives, from an instant on; `marking` after the last cycle,
 * null where the way ended before it.
 */
export async function unlikeMarks(
  ctx: Ctx,
  machine: Machine,
  { from, lastNew }: Remark,
  { pageEvents }: Pace,
): Promise<{ changed: CycleMarks[]; marking: Marking | null }> {
  const before = await markingsBefore(ctx, [machine], from)
  let marking = before.get(machine.equipmentId) ?? { state: nothingMarked(null), last: null }
  const same = new Same(machine, lastNew)
  const changed: CycleMarks[] = []
  for (let next = from; ; ) {
    const { cycles, complete } = await cyclesFrom(ctx, machine.equipmentId, next, pageEvents)
    const { state, marked } = markOn(machine, marking.state, cycles)
    for (const [i, cycle] of cycles.entries()) {
      const { mark, derivedMs } = marked[i] as Marked
      const differs = cycle.mark !== mark || cycle.derivedMs !== derivedMs
      if (differs) changed.push({ at: cycle.at, eventNo: cycle.eventNo, mark, derivedMs })
      if (same.isSettled(cycle, differs)) return { changed, marking: null }
    }
    marking = { state, last: cycles.at(-1) ?? marking.last }
    if (complete) break
    next = (cycles.at(-1)?.at ?? EVER) + 1
  }
  return { changed, marking: { state: marking.state, last: keyed(marking.last) } }
}

/** Counts cycles in a row that came out as they were, after the last new one. */
class Same {
  #ordinary = 0
  #told = 0
  readonly #computes: boolean
  readonly #lastNew: EventKey | null

  constructor({ settings }: Machine, lastNew: EventKey | null) {
    this.#computes = settings.maximumCycle.some(({ ms }) => ms === null)
    this.#lastNew = lastNew
  }

  isSettled(cycle: StoredCycle, differs: boolean): boolean {
    if (this.#lastNew === null || !isAfter(cycle, this.#lastNew)) return false
    if (differs) this.#ordinary = this.#told = 0
    else {
      if (cycle.mark !== STARTUP && timeOf(cycle) !== null) this.#ordinary++
      if (cycle.cycleMs !== null) this.#told++
    }
    return this.#ordinary >= WINDOW_CYCLES && (!this.#computes || this.#told >= WINDOW_CYCLES)
  }
}

/** Goes on marking; a new primary starts anew. */
function markOn(
  machine: Machine,
  before: MarkState,
  cycles: readonly CycleEvent[],
): { state: MarkState; marked: Marked[] } {
  let state = before
  const marked: Marked[] = []
  for (let i = 0; i < cycles.length; ) {
    const primaryFrom = primaryFromAt(machine, cycles[i]?.at ?? 0)
    if (primaryFrom !== state.primaryFrom) state = nothingMarked(primaryFrom)
    let end = i + 1
    if (machine.handovers.length === 0) end = cycles.length
    while (end < cycles.length && primaryFromAt(machine, cycles[end]?.at ?? 0) === primaryFrom) end++
    const on = markCycles(state, cycles.slice(i, end), machine.settings)
    state = on.state
    for (const one of on.marked) marked.push(one)
    i = end
  }
  return { state, marked }
}

/** What marks rest on before an instant, from the stored cycles; machines without any have nothing yet. */
async function markingsBefore(ctx: Ctx, machines: readonly Machine[], before: number): Promise<Map<number, Marking>> {
  const found = new Map<number, Marking>()
  let asked = [...machines]
  for (let atLeast = FIRST_CYCLES; asked.length > 0; atLeast *= 4) {
    const spans = asked.map(({ equipmentId }) => ({ equipmentId, from: -EVER, before }))
    const stored = await lastCyclesIn(ctx, spans, atLeast)
    const short: Machine[] = []
    for (const machine of asked) {
      const { cycles, complete } = stored.get(machine.equipmentId) ?? { cycles: [], complete: true }
      const marking = markingOf(machine, cycles, complete)
      if (marking === null) short.push(machine)
      else found.set(machine.equipmentId, complete ? await withHorizon(ctx, machine, marking) : marking)
    }
    asked = short
  }
  return found
}

/** Null: more cycles have to be read to know. */
function markingOf(machine: Machine, cycles: readonly StoredCycle[], complete: boolean): Marking | null {
  const last = cycles.at(-1)
  if (last === undefined) return { state: nothingMarked(null), last: null }
  const primaryFrom = primaryFromAt(machine, last.at)
  const own = primaryFrom === null ? cycles : cycles.filter(({ at }) => at >= primaryFrom)
  const window = own.flatMap((cycle) => (cycle.mark === STARTUP ? [] : (timeOf(cycle) ?? [])))
  const computes = machine.settings.maximumCycle.some(({ ms }) => ms === null)
  const told = computes ? own.flatMap(({ cycleMs }) => cycleMs ?? []) : []
  const enough = window.length >= WINDOW_CYCLES && (!computes || told.length >= WINDOW_CYCLES)
  if (!complete && own.length === cycles.length && !enough) return null
  const state = {
    primaryFrom,
    cycleAt: last.at,
    window: window.slice(-WINDOW_CYCLES),
    recentCycleMs: told.slice(-WINDOW_CYCLES),
  }
  return { state, last: keyed(last) }
}

/** What was known of cycles that are not kept any more goes before those that are. */
async function withHorizon(ctx: Ctx, machine: Machine, marking: Marking): Promise<Marking> {
  if (machine.horizonAt === null) return marking
  const known = await horizonMarking(ctx, machine.equipmentId)
  if (known === null) return marking
  const older = JSON.parse(known) as MarkState
  const { state, last } = marking
  if (last === null) return { state: older, last: null }
  if (older.primaryFrom !== state.primaryFrom) return marking
  const window = [...older.window, ...state.window].slice(-WINDOW_CYCLES)
  const recentCycleMs = [...older.recentCycleMs, ...state.recentCycleMs].slice(-WINDOW_CYCLES)
  return { state: { ...state, window, recentCycleMs }, last }
}

/** What marks rest on at an instant, as it is kept where what lies before goes. */
export async function markingAt(ctx: Ctx, machine: Machine, at: number): Promise<MarkState> {
  return (await markingsBefore(ctx, [machine], at)).get(machine.equipmentId)?.state ?? nothingMarked(null)
}

function cyclesByMachine(
  fresh: readonly PlacedEvent[],
  held: ReadonlyMap<number, Machine>,
): Map<number, PlacedEvent[]> {
  const byMachine = new Map<number, PlacedEvent[]>()
  for (const placed of fresh) {
    if (placed.event.kind !== KIND.cycle || !placed.isPrimary || !held.has(placed.equipmentId)) continue
    const known = byMachine.get(placed.equipmentId)
    if (known === undefined) byMachine.set(placed.equipmentId, [placed])
    else known.push(placed)
  }
  for (const placed of byMachine.values())
    if (placed.length > 1) placed.sort((a, b) => compareEvents(keyOf(a), keyOf(b)))
  return byMachine
}

function touchedBy(changed: readonly CycleMarks[]): Touched | null {
  const [first] = changed
  const last = changed.at(-1)
  return first === undefined || last === undefined ? null : { from: first.at, to: last.at + 1 }
}

const timeOf = ({ cycleMs, derivedMs }: StoredCycle): number | null => cycleMs ?? derivedMs
const cycleOf = ({ event }: PlacedEvent): CycleEvent => ({
  at: event.occurredAt,
  cycleMs: event.cycleMs,
  count: event.number ?? 1,
})
const keyOf = ({ event, batchId }: PlacedEvent): EventKey => ({
  at: event.occurredAt,
  batchId,
  position: event.position,
})
const keyed = (key: EventKey | null): EventKey | null =>
  key === null ? null : { at: key.at, batchId: key.batchId, position: key.position }
