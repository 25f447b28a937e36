import { between, randomFrom, seedOf } from './base/random.ts'
import { eventsOfDevice, readRecording, recordingPath } from './base/recording-file.ts'
import type { Line } from './deliveries.ts'
import type { OneOff } from './machines/day-plan.ts'
import { dayShift, type KindName, roundTheClock, threeShifts, twoShifts, variant } from './machines/kinds.ts'
import type { Machine } from './machines/machine.ts'
import { networks, vouching } from './machines/network.ts'
import { recordedMachine } from './machines/recorded.ts'
import { virtualMachine } from './machines/virtual.ts'
import { aheadMs } from './machines/wrong-clock.ts'

const shiftPatterns = { roundTheClock, threeShifts, twoShifts, dayShift } as const

/** A machine of a plant, as a file or a table can name it. */
export interface MachineSpec {
  readonly name: string
  readonly kind: KindName | 'recording'
  /** IANA zone of the plant it stands in. */
  readonly zone: string
  readonly shifts?: keyof typeof shiftPatterns
  readonly cycleMs?: number
  /** It speaks once in so many ms. */
  readonly windowMs: number
  readonly network?: keyof typeof networks
  /** Where it is told otherwise than its kind tells: by inputs, or by a lamp that flashes. */
  readonly signals?: 'inputs' | 'flashing'
  readonly firmware?: string
  readonly oneOffs?: readonly OneOff[]
  /** From then on (epoch ms) it says nothing any more. */
  readonly retiredAt?: number
  readonly clock?: 'ahead'
  readonly transport: 'http' | 'mqtt'
  /** For how long it keeps what it cannot send (ms). */
  readonly holdMs: number
}

/** What all machines of a plant share. */
export interface PlantTime {
  readonly seed: string
  /** From here on (epoch ms) machines are told in full detail; before, as counters tell. */
  readonly detailFrom: number
  /** When the recorded machine has its liveliest time (epoch ms). */
  readonly liveAt: number
  /** The recording (its folder in `fixtures/recordings`), and the device in it, that machines of kind `recording` replay. */
  readonly recording: { readonly name: string; readonly device: string }
}

function machineOf(spec: MachineSpec, time: PlantTime, seed: number) {
  if (spec.kind === 'recording') {
    const { name, device } = time.recording
    return recordedMachine(eventsOfDevice(readRecording(recordingPath(name)), device), time.liveAt, time.detailFrom)
  }
  const shifts = spec.shifts === undefined ? undefined : shiftPatterns[spec.shifts]
  const { cycleMs, signals: tells, firmware, oneOffs } = spec
  const stopsRatio = between(randomFrom(seedOf(seed, 'stops')), 0.8, 2.1)
  return virtualMachine(
    variant(spec.kind, { cycleMs, shifts, tells, firmware, oneOffs, stopsRatio }),
    spec.zone,
    seed,
    time.detailFrom,
  )
}

const until = (machine: Machine, end: number | undefined): Machine =>
  end === undefined ? machine : { events: (from, to) => machine.events(from, Math.min(to, end)) }

/** A machine with the way its messages take; the same spec and time give the same messages, anywhere and ever. */
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
