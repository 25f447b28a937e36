import {
  type Interval,
  initialStatusState,
  joinIntervals,
  type MachineEvent,
  replayEvents,
  type StatusState,
} from '@millwatch/domain/status'
import type { EventKey } from '@millwatch/domain/telemetry'
import { pingsBySince, primaryEventsFrom } from '../modules/ingest/index.ts'
import { type Checkpoint, checkpointsBetween } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { inOrder, isAfter, type KnownEvent, knownFromRow, signalsOf } from './machine-events.ts'
import { countsFromAt, type Machine } from './machines.ts'
import { Shadow } from './shadow.ts'

/**
 * Number of events between two checkpoints, and number of events read at once. Results do not depend on either; tests make both
 * small.
 */
export interface ReplaySizes {
  readonly checkpointEvery: number
  readonly pageEvents: number
}
export const usualSizes: ReplaySizes = { checkpointEvery: 256, pageEvents: 2000 }

const EVER = Number.MAX_SAFE_INTEGER

/**
 * Computation of a machine's status in memory, over the stored events from a checkpoint on, one page of events per `processPage`.
 * The caller reads the results from the fields and stores them.
 */
export class Replay {
  /** Checkpoints to store, by the key of their event; a new checkpoint with the same key replaces an earlier one. */
  readonly #kept = new Map<string, Checkpoint & { equipmentId: number }>()
  state: StatusState
  settled: Interval[] = []
  /** Key of the last processed event; null: none yet. */
  key: EventKey | null
  /** True if the replay starts without a checkpoint, or from one at which the machine's beginning is not settled yet. */
  readonly isFromBeginning: boolean
  sinceCheckpoint = 0
  reachedEnd = false
  matchesStored = false
  /** Number of stored checkpoints from which other intervals would be computed than from the events. */
  staleCheckpoints = 0
  #shadow: Shadow | null = null
  readonly #ctx: Ctx
  readonly #machine: Machine
  readonly #lastNew: EventKey
  readonly #sizes: ReplaySizes
  readonly #now: number
  /** Instant (epoch ms) from which on events are not processed. */
  readonly #until: number
  /** True if stored checkpoints are checked against the computed state. */
  readonly #checks: boolean
  #from: number
  /** Status events of a ping with `since` that are later than the page in which the ping was found. */
  #carried: MachineEvent[] = []

  constructor(
    ctx: Ctx,
    machine: Machine,
    start: Checkpoint | null,
    { lastNew, until = EVER, checks = false }: { lastNew: EventKey; until?: number; checks?: boolean },
    now: number,
    sizes: ReplaySizes,
  ) {
    this.#ctx = ctx
    this.#machine = machine
    this.#lastNew = lastNew
    this.#sizes = sizes
    this.#now = now
    this.#until = until
    this.#checks = checks
    this.#from = start?.at ?? -EVER
    this.key = start === null ? null : keyOf(start)
    this.state = start === null ? initialStatusState() : (JSON.parse(start.state) as StatusState)
    this.isFromBeginning = this.state.birthOpen
  }

  get checkpoints(): (Checkpoint & { equipmentId: number })[] {
    return [...this.#kept.values()]
  }

  async processPage(): Promise<void> {
    const { equipmentId } = this.#machine
    const { rows, complete } = await primaryEventsFrom(this.#ctx, equipmentId, this.#from, this.#sizes.pageEvents)
    const pageTo = complete ? EVER : (rows.at(-1)?.occurredAt ?? EVER)
    const to = Math.min(pageTo, this.#until === EVER ? EVER : this.#until - 1)
    const events = await this.#signals(rows.filter((row) => row.occurredAt <= to).map(knownFromRow), to)
    const stops = await checkpointsBetween(this.#ctx, equipmentId, this.#from, to)
    this.reachedEnd = complete || to < pageTo
    this.#computeUpTo(
      events,
      stops.filter((stop) => isAfter(stop, this.key)),
    )
    this.#from = to + 1
  }

  /**
   * Returns all status events after the last processed one, up to `to` (epoch ms, inclusive), in order. Events after `now` are
   * left out.
   */
  async #signals(rows: readonly KnownEvent[], to: number): Promise<MachineEvent[]> {
    const { equipmentId, handovers, horizonAt } = this.#machine
    // A span may be cut at a change of primary device, long after the instant it is stored under.
    const spansFrom = handovers.length > 0 || horizonAt !== null ? -EVER : this.#from
    const spans = await pingsBySince(this.#ctx, equipmentId, spansFrom, to === EVER ? EVER : to + 1)
    const isReached = (event: KnownEvent) => event.at <= this.#now
    const ofRows = rows.filter(isReached).map((event) => this.#expand(event))
    const ofSpans = spans
      .map(knownFromRow)
      .filter(isReached)
      .map((event) => this.#expand(event))
    const ownSignals = ofRows.flatMap((events) => events.slice(-1))
    const alive = [...ofRows, ...ofSpans].flatMap((events) => events.slice(0, -1))
    const all = [
      ...ownSignals,
      ...unique(alive),
      ...this.#carried,
      ...handovers.filter((event) => event.at <= this.#now),
    ]
    this.#carried = all.filter((event) => event.at > to)
    return inOrder(all.filter((event) => event.at <= to && isAfter(event, this.key)))
  }

  #expand(event: KnownEvent): MachineEvent[] {
    return signalsOf(event, countsFromAt(this.#machine, event.at))
  }

  /**
   * Processes events up to each stored checkpoint and compares the computed state with the stored one; then processes the
   * remaining events. Stops early, with `matchesStored`, at the first equal state after the last new event.
   */
  #computeUpTo(events: readonly MachineEvent[], stops: readonly Checkpoint[]): void {
    let next = 0
    for (const stop of stops) {
      const segment: MachineEvent[] = []
      for (let event = events[next]; event !== undefined && !isAfter(event, stop); event = events[++next])
        segment.push(event)
      this.#compute(segment)
      // The events up to this checkpoint were removed, so the state stored there is stale.
      if (this.reachedEnd && next >= events.length && isAfter(stop, this.key)) {
        this.staleCheckpoints++
        continue
      }
      const state = JSON.stringify(this.state)
      if (state === stop.state && isAfter(stop, this.#lastNew)) {
        this.matchesStored = true
        return
      }
      if (this.#shadow?.hasMet(this)) this.#closeShadow()
      if (state !== stop.state) {
        if (this.#checks) this.#shadow ??= new Shadow(stop, this.#machine.settings)
        this.#keep(keyOf(stop), state)
      }
      this.sinceCheckpoint = 0
    }
    this.#compute(events.slice(next))
    if (this.reachedEnd) this.#closeShadow()
  }

  #closeShadow(): void {
    if (this.#shadow?.agrees(this, this.#now) === false) this.staleCheckpoints++
    this.#shadow = null
  }

  #compute(events: readonly MachineEvent[]): void {
    if (events.length === 0) return
    const { settings } = this.#machine
    const { checkpointEvery } = this.#sizes
    this.#shadow?.compute(events, this.#now)
    const computed = replayEvents({ state: this.state, events, now: this.#now, settings, checkpointEvery })
    for (const { after, state } of computed.checkpoints) this.#keep(after, JSON.stringify(state))
    this.settled = joinIntervals(this.settled, computed.settled)
    this.state = computed.state
    this.key = keyOf(events.at(-1) as MachineEvent)
    this.sinceCheckpoint = (this.sinceCheckpoint + events.length) % this.#sizes.checkpointEvery
  }

  #keep(key: EventKey, state: string): void {
    this.#kept.set(textOf(key), { ...key, equipmentId: this.#machine.equipmentId, state })
  }
}

/** Returns the events without duplicates: a span may be found both in its own page and by the instant at which it begins. */
function unique(events: readonly MachineEvent[]): MachineEvent[] {
  return [...new Map(events.map((event) => [textOf(event), event])).values()]
}

const textOf = ({ at, batchId, position }: EventKey): string => `${at}/${position}/${batchId}`
const keyOf = ({ at, batchId, position }: EventKey): EventKey => ({ at, batchId, position })
