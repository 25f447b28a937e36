/**
 * Reference model of status, for tests only. It computes a machine's status in the most obvious way. The whole set is in
 * memory, sorted. Every rule writes its pieces of time, and the pieces are laid over each other, the strongest rule on top. It
 * has no state, checkpoints, timers or order of arrival, and it shares no code with the fold with which it is compared.
 */

import { type ReferenceLevel, type ReferenceSetup, runningByInputs, setupAt } from './inputs.ts'
import type {
  Era,
  ReferenceChange,
  ReferenceEvent,
  ReferenceInterval,
  ReferenceSet,
  ReferenceSetting,
  ReferenceSource,
  ReferenceStatus,
  StatusSpan,
} from './status-data.ts'

const RUNNING = 1
const DOWN = 2
const OFFLINE = 3
const POWERED_OFF = 4

const DEFAULT_MAX_CYCLE_MS = 300_000
const LONGEST_MAX_CYCLE_MS = 86_400_000
const OFFLINE_LIMIT_MS = 600_000

/**
 * Returns the status of a machine from its first evidence on, as seen at `now`: ascending intervals without gaps, of which the
 * last is open. Empty without evidence.
 */
export function referenceStatus(set: ReferenceSet, now: number): ReferenceInterval[] {
  const events = inEventOrder(set.events.filter((event) => event.at <= now))
  const eras = erasOf(events, set.changes, now)
  const evidence = eras.flatMap((era) => evidenceOf(era, set.maxCycle))
  if (evidence.length === 0) return []
  const begin = Math.min(...startsOf(evidence))

  const noPrimary = eras.filter((era) => !era.primary)
  const off = eras.flatMap((era) => asSeenBetweenChanges(era, set, now, poweredOff))
  const silent = silences(evidence, eras, set, now)
  const running = eras.flatMap((era) => asSeenBetweenChanges(era, set, now, runningSpans))

  const statusAt = (at: number): ReferenceStatus => {
    if (holds(noPrimary, at)) return OFFLINE
    if (holds(off, at)) return POWERED_OFF
    if (holds(silent, at)) return OFFLINE
    if (holds(running, at)) return RUNNING
    return DOWN
  }
  const edges = [...noPrimary, ...off, ...silent, ...running].flatMap((span) => [span.start, span.end])
  const instants = [...new Set([begin, ...edges])].filter((at) => at >= begin && at <= now).sort((a, b) => a - b)
  const starts = instants
    .map((at) => ({ start: at, status: statusAt(at) }))
    .filter((span, i, all) => i === 0 || all[i - 1]?.status !== span.status)
  return starts.map((span, i) => ({ ...span, end: starts[i + 1]?.start ?? null }))
}

function holds(spans: readonly StatusSpan[], at: number): boolean {
  return spans.some((span) => span.start <= at && at < span.end)
}

function startsOf(spans: readonly StatusSpan[]): number[] {
  return [spans.reduce((least, span) => Math.min(least, span.start), Number.POSITIVE_INFINITY)]
}

export function inEventOrder<Event extends ReferenceEvent>(events: readonly Event[]): Event[] {
  return [...events].sort((a, b) => a.at - b.at || byBatch(a.batchId, b.batchId) || a.position - b.position)
}

function byBatch(a: string, b: string): number {
  const left = new TextEncoder().encode(a)
  const right = new TextEncoder().encode(b)
  if (left.length !== right.length) return left.length - right.length
  const differs = left.findIndex((byte, i) => byte !== right[i])
  return differs < 0 ? 0 : (left[differs] ?? 0) - (right[differs] ?? 0)
}

/**
 * Returns the times of the primary devices, ascending, with their events. An event at the very instant of a change belongs to the
 * new primary; an event at a time without a primary is in none. The first time begins at -infinity and the last ends at infinity.
 */
export function erasOf(allEvents: readonly ReferenceEvent[], changes: readonly ReferenceChange[], now: number): Era[] {
  const past = changes.filter((change) => change.at <= now).sort((a, b) => a.at - b.at)
  const starts = [{ at: Number.NEGATIVE_INFINITY, primary: true }, ...past]
  return starts.map(({ at, primary }, i) => {
    const end = starts[i + 1]?.at ?? Number.POSITIVE_INFINITY
    const events = primary ? allEvents.filter((event) => event.at >= at && event.at < end) : []
    return { start: at, end, primary, events }
  })
}

// ---- cycles and their times

export function isCycle(event: ReferenceEvent): boolean {
  return event.type === 'cycle' && (event.count ?? 1) >= 1
}

/** Returns the last cycle before the event at `index`, also across a power-off; undefined if there is none. */
function previousCycle(era: Era, index: number): ReferenceEvent | undefined {
  return era.events.slice(0, index).findLast(isCycle)
}

/**
 * Returns the time (ms) for which the machine worked on a cycle before its end, at most since the previous cycle if it counts
 * several. It is 0 if the event is no cycle, or if its time is missing, not positive or above T.
 */
function workMs(era: Era, index: number, maxCycle: readonly ReferenceSetting[]): number {
  const cycle = era.events[index]
  if (cycle === undefined || !isCycle(cycle)) return 0
  const c = cycle.cycleMs ?? 0
  if (c <= 0 || c > maxCycleMs(era.events.slice(0, index + 1), cycle.at, maxCycle)) return 0
  const previous = previousCycle(era, index)
  const count = cycle.count ?? 1
  return count > 1 && previous !== undefined ? Math.min(count * c, cycle.at - previous.at) : c
}

/**
 * Returns T (ms) in force at an instant, after `events` of this primary: that of the last setting, computed from the cycles if
 * that is null, and 300,000 before the first setting.
 */
export function maxCycleMs(
  events: readonly ReferenceEvent[],
  at: number,
  maxCycle: readonly ReferenceSetting[],
): number {
  const inForce = maxCycle.filter((setting) => setting.from <= at).sort((a, b) => a.from - b.from)
  const setting = inForce.at(-1)
  if (setting === undefined) return DEFAULT_MAX_CYCLE_MS
  return setting.ms ?? computedMaxCycleMs(sentTimes(events))
}

/**
 * Returns the sent times of the cycles (ms), in order. Derived times are left out, since they are used for averages and marks
 * only, never for the status.
 */
function sentTimes(events: readonly ReferenceEvent[]): number[] {
  return events.filter(isCycle).flatMap((cycle) => cycle.cycleMs ?? [])
}

/**
 * Returns the computed T (ms) of cycle times (ms, oldest first): mean + 3 (population) standard deviations of the last 100, at
 * least 1.5 x the mean, rounded up, at most a day; 300,000 for less than 20 times. Calculates in whole numbers.
 */
export function computedMaxCycleMs(times: readonly number[]): number {
  const last = times.slice(-100).map(BigInt)
  if (last.length < 20) return DEFAULT_MAX_CYCLE_MS
  const n = BigInt(last.length)
  const sum = last.reduce((total, ms) => total + ms, 0n)
  const squares = last.reduce((total, ms) => total + ms * ms, 0n)
  const ninefold = 9n * (n * squares - sum * sum)
  const longEnough = (ms: bigint) => 2n * n * ms >= 3n * sum && n * ms >= sum && (n * ms - sum) ** 2n >= ninefold
  let tooShort = -1n
  let enough = 1n
  while (!longEnough(enough)) enough *= 2n
  while (enough - tooShort > 1n) {
    const middle = (enough + tooShort) / 2n
    if (longEnough(middle)) enough = middle
    else tooShort = middle
  }
  return Math.min(Number(enough), LONGEST_MAX_CYCLE_MS)
}

// ---- rule 2: evidence and silence

/**
 * Returns the evidence of the time of a primary, a span for every event: an event at its instant, a cycle for its work, a ping
 * from `since` on. No span begins before the primary.
 */
function evidenceOf(era: Era, maxCycle: readonly ReferenceSetting[]): StatusSpan[] {
  return era.events.map((event, i) => {
    const since = event.type === 'ping' ? (event.sinceAt ?? event.at) : event.at - workMs(era, i, maxCycle)
    return { start: Math.max(era.start, Math.min(since, event.at)), end: event.at }
  })
}

function silences(evidence: readonly StatusSpan[], eras: readonly Era[], set: ReferenceSet, now: number): StatusSpan[] {
  const byStart = [...evidence].sort((a, b) => a.start - b.start)
  const found: StatusSpan[] = []
  let eventsUntil = byStart[0]?.start ?? now
  for (const span of [...byStart, { start: now, end: now, open: true }]) {
    const gapMs = span.start - eventsUntil
    if (gapMs > OFFLINE_LIMIT_MS && gapMs > offlineLimitMs(eras, eventsUntil, set)) {
      found.push({ start: eventsUntil, end: 'open' in span ? Number.POSITIVE_INFINITY : span.start })
    }
    eventsUntil = Math.max(eventsUntil, span.end)
  }
  return found
}

/**
 * Returns the longest time (ms) without evidence after `at` with which the machine is not yet offline: 600 s, or where cycles
 * decide at that instant, T if it is longer.
 */
function offlineLimitMs(eras: readonly Era[], at: number, set: ReferenceSet): number {
  const era = eras.find((each) => each.start <= at && at < each.end)
  const events = era?.events.filter((event) => event.at <= at) ?? []
  // "The limit is 600 s (where cycles decide: max(600 s, T))."
  if (sourceAt(events, at, set) !== 'cycles') return OFFLINE_LIMIT_MS
  return Math.max(OFFLINE_LIMIT_MS, maxCycleMs(events, at, set.maxCycle))
}

// ---- rule 1: powered-off

function poweredOff(era: Era, set: ReferenceSet): StatusSpan[] {
  return era.events.flatMap((event, i) => {
    if (!isPowerOff(event)) return []
    const end = powerOffEnd(era, i, set)
    return end > event.at ? [{ start: event.at, end }] : []
  })
}

function isPowerOff(event: ReferenceEvent): boolean {
  return event.type === 'power' && event.on === false
}

/**
 * Returns the end of a powered-off piece: the next power, status or cycle event, a cycle less its work, or an input that means
 * running. A second power-off ends the piece too and begins its own. Without such an event it is the end of the primary.
 */
function powerOffEnd(era: Era, offIndex: number, set: ReferenceSet): number {
  const offAt = era.events[offIndex]?.at ?? 0
  const next = era.events.findIndex(
    (event, i) =>
      i > offIndex &&
      (event.type === 'power' || event.type === 'status' || isCycle(event) || meansRunning(event, set.setups ?? [])),
  )
  const ending = era.events[next]
  if (ending === undefined) return era.end
  return Math.max(offAt, ending.at - workMs(era, next, set.maxCycle))
}

/**
 * Returns true for "an input going to a level that means running": level 1, if the set-up in force reads running from that input.
 */
function meansRunning(event: ReferenceEvent, setups: readonly ReferenceSetup[]): boolean {
  if (event.type !== 'input' || event.input === undefined || event.level !== 1) return false
  return setupAt(setups, event.at)?.running?.inputs.includes(event.input) === true
}

// ---- which of rules 3 and 4 decides

function fixedAt({ fixed = [] }: ReferenceSet, at: number): ReferenceSource | null {
  return [...fixed].sort((a, b) => a.from - b.from).findLast(({ from }) => from <= at)?.source ?? null
}

/**
 * Returns the source that decides the status at an instant: "a sustained or flashing input set-up decides by 3. With a pulsed
 * one, or none, cycles decide until the first `status`; from then on it is 4, and cycles only count. An admin may fix the source
 * from an instant on."
 */
function sourceAt(events: readonly ReferenceEvent[], at: number, set: ReferenceSet): ReferenceSource {
  const byAdmin = fixedAt(set, at)
  if (byAdmin !== null) return byAdmin
  if ((setupAt(set.setups ?? [], at)?.running ?? null) !== null) return 'inputs'
  return events.some((event) => event.type === 'status' && event.at <= at) ? 'status' : 'cycles'
}

/**
 * Returns the pieces that `see` finds in the time of a primary, computed separately between the changes of its source. Where the
 * source, or the set-up by which inputs decide, changes, the time before stays as it was seen then, as if that instant were now,
 * because a changed set-up never acts backwards.
 */
function asSeenBetweenChanges(
  era: Era,
  set: ReferenceSet,
  now: number,
  see: (part: Era, set: ReferenceSet, now: number, start: number) => StatusSpan[],
): StatusSpan[] {
  const edges = [...(set.setups ?? []), ...(set.fixed ?? [])].map(({ from }) => from)
  const instants = [...new Set(edges)]
    .filter((at) => era.start < at && at <= era.end && at <= now)
    .sort((a, b) => a - b)
  const changes = instants.filter((at) => decidesAgain(era, set, at))
  return [era.start, ...changes].flatMap((start, i) => {
    const next = changes[i]
    const eventsBefore = era.events.filter((event) => next === undefined || event.at < next)
    const part = next === undefined ? era : { ...era, end: Number.POSITIVE_INFINITY, events: eventsBefore }
    return see(part, set, Math.min(now, next ?? now), start)
      .map((span) => ({ start: Math.max(start, span.start), end: Math.min(next ?? era.end, span.end) }))
      .filter((span) => span.start < span.end)
  })
}

function decidesAgain(era: Era, set: ReferenceSet, at: number): boolean {
  const events = era.events.filter((event) => event.at < at)
  const [before, after] = [sourceAt(events, at - 1, set), sourceAt(events, at, set)]
  if (before !== after) return true
  const plan = (instant: number) => {
    const { running, down, filters } = setupAt(set.setups ?? [], instant) ?? noSetup
    const read = [...(running?.inputs ?? []), ...(down?.inputs ?? [])]
    return JSON.stringify(running === null ? null : { running, down, filters: read.map((input) => filters[input]) })
  }
  return after === 'inputs' && plan(at - 1) !== plan(at)
}

const noSetup: Omit<ReferenceSetup, 'from'> = { running: null, down: null, filters: {} }

// ---- rules 3 and 4: running; what is not running is down

/**
 * Returns the spans in which the machine runs from `start` on, by the source that decides there. Only the first `status` event
 * may take over from cycles, unless an admin has fixed the source.
 */
function runningSpans(era: Era, set: ReferenceSet, now: number, start: number): StatusSpan[] {
  const from = Math.max(start, Number.MIN_SAFE_INTEGER)
  const source = sourceAt(
    era.events.filter((event) => event.at < from),
    from,
    set,
  )
  if (source === 'inputs') return inputSpans(era, set, now, from)
  if (source === 'status') return statusSpans(era)
  const takesOver = era.events.findIndex(
    (event) => event.type === 'status' && event.at >= from && fixedAt(set, event.at) === null,
  )
  const takenAt = era.events[takesOver]?.at ?? era.end
  const byCycles = pulsedSpans(era, takesOver < 0 ? era.events.length : takesOver, set, now)
  return [
    ...byCycles.map((span) => ({ start: span.start, end: Math.min(span.end, takenAt) })),
    ...statusSpans(era).filter((span) => span.start >= takenAt),
  ]
}

function inputSpans(era: Era, set: ReferenceSet, now: number, start: number): StatusSpan[] {
  const levels = era.events.flatMap((event): ReferenceLevel[] => {
    if (isPowerOff(event)) return [{ at: event.at, sent: null }]
    if (event.type !== 'input' || event.input === undefined) return []
    return [{ at: event.at, sent: { input: event.input, level: event.level ?? 0 } }]
  })
  return runningByInputs(levels, setupAt(set.setups ?? [], start) ?? noSetup, { start, end: era.end }, now)
}

/**
 * Returns the spans in which the machine runs by cycles, from the first `count` events of the primary only; after them status
 * events decide. A gap after a cycle is running as a whole if it is at most T, otherwise down.
 */
function pulsedSpans(era: Era, count: number, { maxCycle }: ReferenceSet, now: number): StatusSpan[] {
  const until = era.events[count]?.at ?? era.end
  const marks = era.events
    .map((event, index) => ({ event, index }))
    .filter(({ event, index }) => index < count && (isCycle(event) || isPowerOff(event)))
  return marks.flatMap(({ event: mark, index }, i) => {
    const before = marks[i - 1]?.event
    const next = marks[i + 1]?.event
    const spans: StatusSpan[] = []
    if (isCycle(mark)) {
      // Work of the cycle itself, back to the previous cycle or power-off.
      spans.push({
        start: Math.max(era.start, before?.at ?? era.start, mark.at - workMs(era, index, maxCycle)),
        end: mark.at,
      })
      // Gap after the cycle: running as a whole, or down from its start.
      const gapEnd = next?.at ?? until
      const knownAt = Math.min(gapEnd, now)
      const T = maxCycleMs(era.events.slice(0, index + 1), mark.at, maxCycle)
      if (knownAt - mark.at <= T) spans.push({ start: mark.at, end: gapEnd })
    }
    return spans
  })
}

/**
 * Returns the spans in which the machine runs by `status` events: each lasts until the next status event, a power-off, or the end
 * of the primary.
 */
function statusSpans(era: Era): StatusSpan[] {
  return era.events.flatMap((event, i) => {
    if (event.type !== 'status' || event.running !== true) return []
    const next = era.events.find((later, j) => j > i && (later.type === 'status' || isPowerOff(later)))
    return [{ start: event.at, end: next?.at ?? era.end }]
  })
}
