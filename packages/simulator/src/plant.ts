import { between, randomFrom, seedOf } from './base/random.ts'
import { eventsOfDevice, readRecording, recordingPath } from './base/recording-file.ts'
import type { Line } from './deliveries.ts'
import { dayAt, type OneOff, planDay } from './machines/day-plan.ts'
import { dayShift, type KindName, roundTheClock, threeShifts, twoShifts, variant } from './machines/kinds.ts'
import type { Machine } from './machines/machine.ts'
import { networks, vouching } from './machines/network.ts'
import { recordedMachine } from './machines/recorded.ts'
import { virtualMachine } from './machines/virtual.ts'
import { aheadMs } from './machines/wrong-clock.ts'

/** Shift patterns; in `continuous` people take their breaks in turns, so that the machine continues. */
const shiftPatterns = { continuous: roundTheClock, roundTheClock, threeShifts, twoShifts, dayShift } as const

/**
 * Description of a machine of a plant. Shifts, cycle time, signals and firmware are those of its kind where they are absent;
 * other absent fields mean none.
 */
export interface MachineSpec {
  readonly name: string
  readonly kind: KindName | 'recording'
  /** IANA zone of its plant. */
  readonly zone: string
  readonly shifts?: keyof typeof shiftPatterns
  readonly cycleMs?: number
  /** Interval of its messages (ms). */
  readonly windowMs: number
  readonly network?: keyof typeof networks
  /** Signals that differ from those of its kind: inputs, or a lamp that flashes. */
  readonly signals?: 'inputs' | 'flashing'
  readonly firmware?: string
  readonly oneOffs?: readonly OneOff[]
  /** Instant (epoch ms) from which it sends nothing any more. */
  readonly retiredAt?: number
  readonly clock?: 'ahead'
  readonly transport: 'http' | 'mqtt'
  /** Longest time (ms) for which it keeps messages that it cannot send. */
  readonly holdMs: number
}

/** Seed and instants that all machines of a plant share. */
export interface PlantTime {
  readonly seed: string
  /** Instant (epoch ms) from which events have full detail; before, they are those of counters. */
  readonly detailFrom: number
  /** Instant (epoch ms) of the busiest time of the recorded machine. */
  readonly liveAt: number
  /** Recording (its folder in `fixtures/recordings`) and the device in it that machines of kind `recording` replay. */
  readonly recording: { readonly name: string; readonly device: string }
}

function machineOf(spec: MachineSpec, time: PlantTime, seed: number) {
  if (spec.kind === 'recording') {
    const { name, device } = time.recording
    return recordedMachine(eventsOfDevice(readRecording(recordingPath(name)), device), time.liveAt, time.detailFrom)
  }
  return virtualMachine(kindOf({ ...spec, kind: spec.kind }, seed), spec.zone, seed, time.detailFrom)
}

/** Returns the kind of a simulated machine with the changes of the machine; some machines stop more often than others. */
function kindOf(spec: MachineSpec & { readonly kind: KindName }, seed: number) {
  const shifts = spec.shifts === undefined ? undefined : shiftPatterns[spec.shifts]
  const breaks = spec.shifts === 'continuous' ? [] : undefined
  const { cycleMs, signals, firmware, oneOffs } = spec
  const stopsRatio = between(randomFrom(seedOf(seed, 'stops')), 0.5, 1.3)
  return variant(spec.kind, { cycleMs, shifts, breaks, signals, firmware, oneOffs, stopsRatio })
}

/** Returns true if a simulated machine works at an instant (epoch ms); false for one that replays a recording or is retired. */
export function worksAt(spec: MachineSpec, plantSeed: string, at: number): boolean {
  if (spec.kind === 'recording' || (spec.retiredAt !== undefined && spec.retiredAt <= at)) return false
  const seed = seedOf(plantSeed, spec.name)
  const plan = planDay(kindOf({ ...spec, kind: spec.kind }, seed).working, spec.zone, seed, dayAt(spec.zone, at).day)
  return plan.some((segment) => segment.mode === 'run' && segment.from <= at && at < segment.to)
}

const until = (machine: Machine, end: number | undefined): Machine =>
  end === undefined ? machine : { events: (from, to) => machine.events(from, Math.min(to, end)) }

/**
 * Returns a machine with its connection. Equal arguments give equal messages. For the kind `recording` it reads the recording
 * from disk.
 */
export function lineOf(spec: MachineSpec, time: PlantTime): Line {
  const seed = seedOf(time.seed, spec.name)
  const machine = until(machineOf(spec, time, seed), spec.retiredAt)
  const kind = spec.network === undefined ? null : networks[spec.network]
  return {
    machine: kind?.vouches ? vouching(machine, kind, seed) : machine,
    windowMs: spec.windowMs,
    network: kind === null ? null : { kind, seed },
    clockAheadMs: spec.clock === 'ahead' ? aheadMs : () => 0,
  }
}
