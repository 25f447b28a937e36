import { between, randomFrom, seedOf } from './base/random.ts'
import { eventsOfDevice, readRecording, recordingPath } from './base/recording-file.ts'
import type { Line } from './deliveries.ts'
import { type OneOff, type Plan, planDay, type Span } from './machines/day-plan.ts'
import type { Kind } from './machines/kind.ts'
import { dayShift, type KindName, roundTheClock, threeShifts, twoShifts, variant } from './machines/kinds.ts'
import type { Machine } from './machines/machine.ts'
import { networks, withOutagePings } from './machines/network.ts'
import { recordedMachine } from './machines/recorded.ts'
import type { Limits } from './machines/take-turns.ts'
import { type TurnMachine, turnPlans } from './machines/turn-plans.ts'
import { virtualMachine } from './machines/virtual.ts'
import { aheadMs } from './machines/wrong-clock.ts'

/** Shift patterns by name. `continuous` is `roundTheClock` without breaks of the machine. */
const shiftPatterns = { continuous: roundTheClock, roundTheClock, threeShifts, twoShifts, dayShift } as const

/**
 * Description of a machine of a plant. Absent shifts, cycle time, signals and firmware are those of its kind; any other absent
 * field means none.
 */
export interface MachineSpec {
  readonly name: string
  readonly kind: KindName | 'recording'
  /** IANA time zone of the plant of the machine. */
  readonly zone: string
  readonly shifts?: keyof typeof shiftPatterns
  readonly cycleMs?: number
  /** Length (ms) of the time that each message of the machine covers. */
  readonly windowMs: number
  readonly network?: keyof typeof networks
  /** Signals instead of those of its kind: inputs, or a lamp that flashes. */
  readonly signals?: 'inputs' | 'flashing'
  readonly firmware?: string
  readonly oneOffs?: readonly OneOff[]
  /** Time in which the machine stands broken, in addition to breakdowns by chance. */
  readonly broken?: Span
  /** True: the stops of the machine are planned together with those of other machines, within `running` of the plant. */
  readonly takesTurns?: boolean
  /** Instant (epoch ms) from which the machine sends nothing any more; absent: it always sends. */
  readonly retiredAt?: number
  readonly clock?: 'ahead'
  readonly transport: 'http' | 'mqtt'
  /** Longest time (ms) for which the device keeps messages that it cannot send. */
  readonly holdMs: number
}

/** Seed and instants that all machines of a plant share. */
export interface PlantTime {
  readonly seed: string
  /** Instant (epoch ms) from which events have full detail; older events are counts of cycles. */
  readonly detailFrom: number
  /** Instant (epoch ms) at which the busiest time of the recording begins. */
  readonly liveAt: number
  /** Recording (its folder in `fixtures/recordings`) and the device in it that machines of kind `recording` replay. */
  readonly recording: { readonly name: string; readonly device: string }
  /** Limits of the number of machines with `takesTurns` that run at the same time; absent: each machine is planned alone. */
  readonly running?: Limits
}

/**
 * Returns the kind of a simulated machine with the changes of the machine, and with stops multiplied by 0.5 to 1.3 by chance;
 * null for a recording.
 */
function kindOf({ kind, ...spec }: MachineSpec, seed: number): Kind | null {
  if (kind === 'recording') return null
  const shifts = spec.shifts === undefined ? undefined : shiftPatterns[spec.shifts]
  const breaks = spec.shifts === 'continuous' ? [] : undefined
  const { cycleMs, signals, firmware, oneOffs, broken } = spec
  const stopsRatio = between(randomFrom(seedOf(seed, 'stops')), 0.5, 1.3)
  return variant(kind, { cycleMs, shifts, breaks, signals, firmware, oneOffs, broken, stopsRatio })
}

/** Returns the machine that replays the recording of the plant, which is read from disk; null for a simulated machine. */
function recordedOf({ kind }: MachineSpec, { recording, liveAt, detailFrom }: PlantTime): Machine | null {
  if (kind !== 'recording') return null
  const events = eventsOfDevice(readRecording(recordingPath(recording.name)), recording.device)
  return recordedMachine(events, liveAt, detailFrom)
}

/** Returns the plan of each machine, in the order of `specs`; the plan of a machine that replays a recording is always empty. */
export const plansOf = (specs: readonly MachineSpec[], time: PlantTime): Plan[] =>
  plansBeside(
    specs,
    time,
    specs.map((spec) => recordedOf(spec, time)),
  )

function plansBeside(specs: readonly MachineSpec[], time: PlantTime, recorded: readonly (Machine | null)[]): Plan[] {
  const { running } = time
  if (running === undefined) return specs.map((spec) => planAlone(spec, time))
  const together = specs.flatMap((spec, i) =>
    spec.takesTurns ? [{ i, machine: turnOf(spec, time, recorded[i] ?? null) }] : [],
  )
  const plans = turnPlans(
    together.map(({ machine }) => machine),
    running,
    time.seed,
  )
  const planOf = new Map(together.map(({ i }, place) => [i, plans[place]]))
  return specs.map((spec, i) => planOf.get(i) ?? planAlone(spec, time))
}

function planAlone(spec: MachineSpec, time: PlantTime): Plan {
  const seed = seedOf(time.seed, spec.name)
  const kind = kindOf(spec, seed)
  return kind === null ? () => [] : (day) => planDay(kind.working, spec.zone, seed, day)
}

function turnOf(spec: MachineSpec, time: PlantTime, recorded: Machine | null): TurnMachine {
  const { zone, clock, retiredAt } = spec
  const seed = seedOf(time.seed, spec.name)
  const kind = kindOf(spec, seed)
  if (kind === null) return { zone, kind, events: (from, to) => recorded?.events(from, to) ?? [] }
  const network = spec.network === undefined ? null : networks[spec.network]
  return { zone, seed, kind, network, hasWrongClock: clock !== undefined, retiredAt }
}

const until = (machine: Machine, end: number | undefined): Machine =>
  end === undefined ? machine : { events: (from, to) => machine.events(from, Math.min(to, end)) }

/**
 * Returns a machine with its connection, planned alone even if it takes turns. Equal arguments give equal messages. For the kind
 * `recording` it reads the recording from disk.
 */
export const lineOf = (spec: MachineSpec, time: PlantTime): Line =>
  lineBy(spec, time, recordedOf(spec, time) ?? planAlone(spec, time))

/**
 * Returns the machines of a plant with their connections, in the order of `specs`; those that take turns are planned together.
 */
export function linesOf(specs: readonly MachineSpec[], time: PlantTime): Line[] {
  const recorded = specs.map((spec) => recordedOf(spec, time))
  const plans = plansBeside(specs, time, recorded)
  return specs.map((spec, i) => lineBy(spec, time, recorded[i] ?? plans[i] ?? planAlone(spec, time)))
}

/**
 * Returns the machine that is given, or one simulated by the plan that is given, with its network and clock. It sends nothing
 * from `retiredAt` on.
 */
function lineBy(spec: MachineSpec, time: PlantTime, by: Machine | Plan): Line {
  const seed = seedOf(time.seed, spec.name)
  const machine = until(typeof by === 'function' ? simulated(spec, time, by) : by, spec.retiredAt)
  const kind = spec.network === undefined ? null : networks[spec.network]
  return {
    machine: kind?.sendsPingAfterOutage ? withOutagePings(machine, kind, seed) : machine,
    windowMs: spec.windowMs,
    network: kind === null ? null : { kind, seed },
    clockAheadMs: spec.clock === 'ahead' ? aheadMs : () => 0,
  }
}

function simulated(spec: MachineSpec, time: PlantTime, plan: Plan): Machine {
  const seed = seedOf(time.seed, spec.name)
  const kind = kindOf(spec, seed)
  return kind === null ? { events: () => [] } : virtualMachine(kind, { zone: spec.zone, plan }, seed, time.detailFrom)
}
