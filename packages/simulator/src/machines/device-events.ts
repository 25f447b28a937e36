import type { DeviceEvent } from '@millwatch/contract/devices'
import { partsWithin } from '@millwatch/domain/time'
import { between, type Random, randomFrom, seedOf, wobble } from '../base/random.ts'
import { joined, type Mode, type Segment } from './day-plan.ts'
import { type Heat, heatFrom } from './heat.ts'
import type { Kind } from './kind.ts'

/** Longest time (ms) without any event before a device sends a ping: a device must send an event at least every 300 s. */
const PING_MS = 240_000
/** Interval of counts and pings (ms) in older history, below the 600 s after which the machine would be offline. */
const COARSE_MS = 570_000
/** Length (ms) below which stops are left out of older history. */
const COARSE_STOP_MS = 180_000
const TICK_OF_REST_S = 60
/** Time (ms) between two changes of a flashing lamp. */
const FLASH_MS = 4_000

interface Voice {
  readonly kind: Kind
  readonly seed: number
  readonly heat: Heat
  readonly out: DeviceEvent[]
}

const tenth = (value: number): number => Math.round(value * 10) / 10
const isOn = (mode: Mode): boolean => mode === 'run' || mode === 'stop'

function readings({ kind, heat }: Voice, at: number, working: boolean, random: Random) {
  const level = working ? kind.analog.work : kind.analog.rest
  return {
    temperature_1: tenth(heat.at(at) + 0.3 * wobble(random)),
    analog_in_1: Math.max(0, Math.round(level + kind.analog.stray * wobble(random))),
  }
}

function addChange(voice: Voice, from: Mode, segment: Segment): void {
  const { kind, heat, out } = voice
  const t = segment.from
  const { rest, work, tauMinutes } = kind.temperature
  heat.turn(t, segment.mode === 'run' ? work : rest, tauMinutes * 60_000 * (segment.mode === 'run' ? 1 : 3))
  if (!isOn(segment.mode)) {
    if (segment.mode === 'off' && from !== 'off') out.push({ t, type: 'power', on: false })
    return
  }
  if (from === 'off') out.push({ t, type: 'power', on: true })
  if (!isOn(from)) out.push({ t, type: 'ping', firmware: kind.firmware })
  if (from !== segment.mode) out.push(...workEvents(kind, t, segment.mode === 'run'))
}

/**
 * Returns the events by which a device reports that its machine works, or that it does not: one status event, two input levels,
 * or one level of the lamp. Empty for a device that reports cycles only.
 */
function workEvents({ signals }: Kind, t: number, works: boolean): DeviceEvent[] {
  const level = (input: string, high: boolean): DeviceEvent => ({ t, type: 'input', input, value: high ? 1 : 0 })
  if (signals === 'controller') return [{ t, type: 'status', status: works ? 'running' : 'down' }]
  if (signals === 'inputs') return [level('24v0', works), level('120v0', !works)]
  return signals === 'flashing' ? [level('24v0', works)] : []
}

/** Returns the input events of the lamp of a machine that is down: every 4 s it changes, at first to lit. */
function flashes({ from, to }: Segment): DeviceEvent[] {
  const events: DeviceEvent[] = []
  for (let t = from + FLASH_MS, lit = true; t < to; t += FLASH_MS, lit = !lit)
    events.push({ t, type: 'input', input: '24v0', value: lit ? 1 : 0 })
  return events
}

/**
 * Adds the cycle events of a run, one per cycle or per `countPerEvent` cycles, and its readings, in order of time. Cycles that
 * are not finished at the end of the run are left out.
 */
function addRun(voice: Voice, segment: Segment): void {
  const { kind, out } = voice
  const random = randomFrom(seedOf(voice.seed, 'run', segment.from))
  const aside: DeviceEvent[] = []
  let t = segment.from
  for (;;) {
    const slow = random() < kind.slowRatio ? kind.slowFactor : 1
    const cycleMs = Math.max(1, Math.round(kind.cycleMs * slow * (1 + kind.strayRatio * wobble(random))))
    t += cycleMs * kind.countPerEvent
    if (t >= segment.to) break
    const count = kind.countPerEvent > 1 ? { count: kind.countPerEvent } : {}
    aside.push({ t, type: 'cycle', cycle_time: cycleMs / 1000, ...readings(voice, t, true, random), ...count })
  }
  const telemetry = telemetryEvents(voice, segment, kind.telemetryS, true)
  for (const event of merged(aside, telemetry)) out.push(event)
}

function telemetryEvents(voice: Voice, { from, to }: Segment, everyS: number, working: boolean): DeviceEvent[] {
  const events: DeviceEvent[] = []
  if (everyS <= 0) return events
  const random = randomFrom(seedOf(voice.seed, 'readings', from))
  for (let t = from + everyS * 1000; t < to; t += everyS * 1000) {
    events.push({ t, type: 'tlm', ...readings(voice, t, working, random) })
  }
  return events
}

function merged(a: readonly DeviceEvent[], b: readonly DeviceEvent[]): DeviceEvent[] {
  return b.length === 0 ? [...a] : [...a, ...b].sort((x, y) => x.t - y.t)
}

/**
 * Adds a run as counts of cycles, each over at most 570 s and with the mean time of its cycles. Cycles that are not finished at
 * the end are left out.
 */
function addCountedRun(voice: Voice, segment: Segment): void {
  const { kind, out } = voice
  const random = randomFrom(seedOf(voice.seed, 'counted', segment.from))
  const usualMs = kind.cycleMs * (1 + kind.strayRatio * wobble(random) * 0.5 + kind.slowRatio * (kind.slowFactor - 1))
  for (let t = segment.from; ; ) {
    const cycleMs = Math.max(1, Math.round(usualMs * (1 + kind.strayRatio * 0.2 * wobble(random))))
    const room = Math.min(COARSE_MS, segment.to - 1 - t)
    const count = Math.floor(room / cycleMs)
    if (count === 0) return
    t += count * cycleMs
    out.push({ t, type: 'cycle', cycle_time: cycleMs / 1000, ...readings(voice, t, true, random), count })
  }
}

/**
 * Returns the events with pings added, so that a device that is on is never silent for longer than `everyMs`, also not at its
 * start.
 */
function withPings(events: readonly DeviceEvent[], plan: readonly Segment[], everyMs: number): DeviceEvent[] {
  const out: DeviceEvent[] = []
  let next = 0
  let last = (plan[0]?.from ?? 0) - everyMs
  for (const { from, to, mode } of plan) {
    if (!isOn(mode)) last = from
    const upTo = (end: number) => {
      if (!isOn(mode)) return
      for (let t = last + everyMs; t < end; t += everyMs) {
        out.push({ t, type: 'ping' })
        last = t
      }
    }
    for (let event = events[next]; event && event.t < to; event = events[++next]) {
      upTo(event.t)
      out.push(event)
      last = event.t
    }
    upTo(to)
    if (!isOn(mode)) last = to
  }
  return out
}

const withoutShortStops = (plan: readonly Segment[]): Segment[] =>
  joined(plan.map((s) => (s.mode === 'stop' && s.to - s.from < COARSE_STOP_MS ? { ...s, mode: 'run' as const } : s)))

/**
 * Returns the mode that a device reported last on a day with these segments; null for a day without segments. For older history
 * (`counted`) short stops count as running, as its events leave them out.
 */
export const lastMode = (plan: readonly Segment[], counted: boolean): Mode | null =>
  (counted ? withoutShortStops(plan) : plan).at(-1)?.mode ?? null

/**
 * Returns the impact event at the start of a stop if chance decides that a blow caused the stop; else an empty list. Machines
 * without a shock sensor never report one.
 */
function impactEvents({ kind, seed }: Voice, { from }: Segment): DeviceEvent[] {
  const random = randomFrom(seedOf(seed, 'impact', from))
  if (random() >= (kind.impactRatio ?? 0)) return []
  return [{ t: from, type: 'impact', force: tenth(between(random, 1.5, 9)) }]
}

function addSegment(voice: Voice, segment: Segment, detailed: boolean): void {
  const { mode } = segment
  if (mode === 'run') {
    if (detailed) addRun(voice, segment)
    else addCountedRun(voice, segment)
  } else if (mode === 'stop' && detailed) {
    const { signals, telemetryS } = voice.kind
    const lamp = signals === 'flashing' ? flashes(segment) : []
    const telemetry = telemetryS > 0 ? telemetryEvents(voice, segment, TICK_OF_REST_S, false) : []
    for (const event of [...impactEvents(voice, segment), ...merged(lamp, telemetry)]) voice.out.push(event)
  }
}

/**
 * Returns the events of a machine's device on one day, ascending; empty without segments. `plan` contains the segments of the
 * day, `before` is the mode before them. Before `detailFrom` (epoch ms) the events are counts of cycles every 570 s, without
 * stops below 180 s; from then on they have full detail.
 */
export function eventsOfDay(
  kind: Kind,
  seed: number,
  plan: readonly Segment[],
  before: Mode,
  detailFrom: number,
): DeviceEvent[] {
  const first = plan[0]
  const last = plan.at(-1)
  if (!first || !last) return []
  const warm = before === 'run' ? kind.temperature.work : kind.temperature.rest
  const voice: Voice = { kind, seed, heat: heatFrom(warm, first.from), out: [] }
  const coarse = withoutShortStops(partsWithin(plan, [{ from: first.from, to: detailFrom }]))
  const fine = partsWithin(plan, [{ from: Math.max(first.from, detailFrom), to: last.to }])
  let mode = before
  if (isOn(before) && isOn(first.mode)) voice.out.push({ t: first.from, type: 'ping', firmware: kind.firmware })
  const eventsOfSegments = (segments: readonly Segment[], detailed: boolean): DeviceEvent[] => {
    for (const segment of segments) {
      addChange(voice, mode, segment)
      addSegment(voice, segment, detailed)
      mode = segment.mode
    }
    return withPings(voice.out.splice(0), segments, detailed ? PING_MS : COARSE_MS)
  }
  return [...eventsOfSegments(coarse, false), ...eventsOfSegments(fine, true)]
}
