import {
  type CycleEvent,
  type Marked,
  type MarkState,
  markCycles,
  nothingMarked,
  STARTUP,
  WINDOW_CYCLES,
} from '@millwatch/domain/ingest'
import { compareEvents, type EventKey } from '@millwatch/domain/telemetry'
import { type CycleMarks, KIND, type PlacedEvent, putMarks } from '../modules/ingest/index.ts'
import { horizonMarking, type Touched } from '../modules/status/index.ts'
import { cyclesFrom, lastCyclesIn, type StoredCycle } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { isAfter } from './machine-events.ts'
import { type Machine, type Marking, primaryFromAt } from './machines.ts'
import type { ReplaySizes } from './replay.ts'

const EVER = Number.MAX_SAFE_INTEGER
/** Number of stored cycles that are read first for the window of marks. More are read if there are startup cycles among them. */
const FIRST_CYCLES = 128

/**
 * Request to mark stored cycles again, from an instant (epoch ms) on, until the marks stay unchanged after the event `lastNew`.
 * `lastNew` null: to the last cycle.
 */
export interface Remark {
  readonly from: number
  readonly lastNew: EventKey | null
}

/**
 * Returns new events with the marks (startup, outlier) and derived times of their cycles. If a machine has new cycles older than
 * its last stored one, none of its cycles is marked. `late` then has, by machine id, the range that `remark` must mark after they
 * are stored. Replaces machines in `held` with their new marking state; writes nothing.
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

/**
 * Returns the request to mark stored cycles of a machine again; null: none. `late` is the request because of late cycles
 * (undefined: there are none), and is returned unchanged if no status is recomputed. Otherwise all cycles are marked again from
 * the start of the recomputation or of `late`, whichever is earlier, but not from before the horizon.
 */
export function remarkOf({ recomputeFrom, horizonAt }: Machine, late: Remark | undefined): Remark | null {
  if (recomputeFrom === null) return late ?? null
  const from = Math.min(recomputeFrom, late?.from ?? recomputeFrom)
  return { from: Math.max(from, horizonAt ?? from), lastNew: null }
}

/**
 * Marks stored cycles again from an instant on and writes the marks that differ. Stops after a full window of unchanged
 * cycles behind `lastNew`, because later marks cannot differ then. Returns the machine with its new marking state, and
 * in `touched` the range in which marks changed; null: none.
 */
export async function remark(
  ctx: Ctx,
  machine: Machine,
  request: Remark,
  sizes: ReplaySizes,
): Promise<{ machine: Machine; touched: Touched | null }> {
  const { changed, marking } = await findWrongMarks(ctx, machine, request, sizes)
  await putMarks(ctx, machine.equipmentId, changed)
  return { machine: marking === null ? machine : { ...machine, marking }, touched: touchedBy(changed) }
}

/**
 * Returns the cycles from an instant on whose stored marks or derived times differ from the rule, with the right ones; writes
 * nothing. `marking` is the state after the last cycle; null if the check ended earlier, because later cycles cannot differ.
 */
export async function findWrongMarks(
  ctx: Ctx,
  machine: Machine,
  { from, lastNew }: Remark,
  { pageEvents }: ReplaySizes,
): Promise<{ changed: CycleMarks[]; marking: Marking | null }> {
  // Nothing lies before the beginning, so nothing is read.
  const before = from === -EVER ? undefined : await markingsBefore(ctx, [machine], from)
  let marking = before?.get(machine.equipmentId) ?? { state: nothingMarked(null), last: null }
  const same = new UnchangedCycles(machine, lastNew)
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

/**
 * Counter of stored cycles after the last new one whose marks did not change. When a full window of them follow each other, later
 * marks cannot change either, and `isSettled` returns true.
 */
class UnchangedCycles {
  #ordinary = 0
  #withCycleTime = 0
  readonly #computes: boolean
  readonly #lastNew: EventKey | null

  constructor({ settings }: Machine, lastNew: EventKey | null) {
    this.#computes = settings.maximumCycle.some(({ ms }) => ms === null)
    this.#lastNew = lastNew
  }

  isSettled(cycle: StoredCycle, differs: boolean): boolean {
    if (this.#lastNew === null || !isAfter(cycle, this.#lastNew)) return false
    if (differs) this.#ordinary = this.#withCycleTime = 0
    else {
      if (cycle.mark !== STARTUP && timeOf(cycle) !== null) this.#ordinary++
      if (cycle.cycleMs !== null) this.#withCycleTime++
    }
    return this.#ordinary >= WINDOW_CYCLES && (!this.#computes || this.#withCycleTime >= WINDOW_CYCLES)
  }
}

/**
 * Marks cycles in order, continuing from a state, and returns the marks and the state after them. At the first cycle of a new
 * primary device it continues from an empty state.
 */
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
    for (const cycle of on.marked) marked.push(cycle)
    i = end
  }
  return { state, marked }
}

/**
 * Returns the marking state of machines before an instant (epoch ms), by machine id, computed from their stored cycles and the
 * state at their horizon. A machine without any cycle has an empty state.
 */
async function markingsBefore(ctx: Ctx, machines: readonly Machine[], before: number): Promise<Map<number, Marking>> {
  const found = new Map<number, Marking>()
  let remaining = [...machines]
  for (let atLeast = FIRST_CYCLES; remaining.length > 0; atLeast *= 4) {
    const spans = remaining.map(({ equipmentId }) => ({ equipmentId, from: -EVER, before }))
    const stored = await lastCyclesIn(ctx, spans, atLeast)
    const short: Machine[] = []
    for (const machine of remaining) {
      const { cycles, complete } = stored.get(machine.equipmentId) ?? { cycles: [], complete: true }
      const marking = markingOf(machine, cycles, complete)
      if (marking === null) short.push(machine)
      else found.set(machine.equipmentId, complete ? await withHorizon(ctx, machine, marking) : marking)
    }
    remaining = short
  }
  return found
}

/**
 * Returns the marking state after these cycles of a machine; null: earlier cycles must be read too. `complete`: there are no
 * earlier ones.
 */
function markingOf(machine: Machine, cycles: readonly StoredCycle[], complete: boolean): Marking | null {
  const last = cycles.at(-1)
  if (last === undefined) return { state: nothingMarked(null), last: null }
  const primaryFrom = primaryFromAt(machine, last.at)
  const ofPrimary = primaryFrom === null ? cycles : cycles.filter(({ at }) => at >= primaryFrom)
  const window = ofPrimary.flatMap((cycle) => (cycle.mark === STARTUP ? [] : (timeOf(cycle) ?? [])))
  const computes = machine.settings.maximumCycle.some(({ ms }) => ms === null)
  const cycleTimes = computes ? ofPrimary.flatMap(({ cycleMs }) => cycleMs ?? []) : []
  const enough = window.length >= WINDOW_CYCLES && (!computes || cycleTimes.length >= WINDOW_CYCLES)
  if (!complete && ofPrimary.length === cycles.length && !enough) return null
  const state = {
    primaryFrom,
    cycleAt: last.at,
    window: window.slice(-WINDOW_CYCLES),
    recentCycleMs: cycleTimes.slice(-WINDOW_CYCLES),
  }
  return { state, last: keyed(last) }
}

/**
 * Returns the marking state of the cycles that are still stored, with the state that was stored at the machine's horizon before
 * them. Unchanged if there is none, or if another device was primary then.
 */
async function withHorizon(ctx: Ctx, machine: Machine, marking: Marking): Promise<Marking> {
  if (machine.horizonAt === null) return marking
  const horizonState = await horizonMarking(ctx, machine.equipmentId)
  if (horizonState === null) return marking
  const older = JSON.parse(horizonState) as MarkState
  const { state, last } = marking
  if (last === null) return { state: older, last: null }
  if (older.primaryFrom !== state.primaryFrom) return marking
  const window = [...older.window, ...state.window].slice(-WINDOW_CYCLES)
  const recentCycleMs = [...older.recentCycleMs, ...state.recentCycleMs].slice(-WINDOW_CYCLES)
  return { state: { ...state, window, recentCycleMs }, last }
}

/**
 * Returns the state from which `markCycles` marks the cycles of a machine from `at` (epoch ms) on. Retention stores it
 * before it removes the cycles before `at`.
 */
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
    const cycles = byMachine.get(placed.equipmentId)
    if (cycles === undefined) byMachine.set(placed.equipmentId, [placed])
    else cycles.push(placed)
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
