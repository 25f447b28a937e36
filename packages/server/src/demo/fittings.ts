import type { AnalogConfig } from '@millwatch/domain/devices'
import { MINUTE_MS } from '@millwatch/domain/time'
import type { MachineSpec } from '@millwatch/simulator/plant'

/** Settings of machines of one kind. */
interface Fitting {
  readonly category: string
  /** Longest allowed cycle `T` (ms): the machine is down after this time without a cycle. */
  readonly maximumCycleMs: number
  readonly excessiveDowntimeThresholdMs: number
  readonly hourlyRevenue: number
  readonly analog: AnalogConfig | undefined
  readonly partsPerCycle: number
  readonly parts: readonly string[]
  readonly materials: readonly string[]
}

export const fittings: Readonly<Record<MachineSpec['kind'], Fitting>> = {
  press: {
    category: 'Stamping press',
    maximumCycleMs: 30_000,
    excessiveDowntimeThresholdMs: 12 * MINUTE_MS,
    hourlyRevenue: 240,
    analog: { unit: 'kN', scale: 1.6, offset: -6.4 },
    partsPerCycle: 2,
    parts: ['Bracket 4410', 'Clip 2207', 'Shield 8034', 'Washer plate 1175', 'Bus bar 6120'],
    materials: ['Coil DC01 1.5 mm', 'Coil 1.4301 0.8 mm', 'Coil CuSn6 1.0 mm'],
  },
  moulding: {
    category: 'Injection moulding machine',
    maximumCycleMs: 3 * MINUTE_MS,
    excessiveDowntimeThresholdMs: 20 * MINUTE_MS,
    hourlyRevenue: 95,
    analog: { unit: 'bar', scale: 0.2, offset: 0 },
    partsPerCycle: 4,
    parts: ['Housing H-12', 'Cover C-40', 'Gear wheel G-7', 'Clip N-3', 'Bezel B-18', 'Socket S-21'],
    materials: ['PA66 GF30', 'ABS black', 'PP natural', 'POM white'],
  },
  machining: {
    category: 'Machining centre',
    maximumCycleMs: 10 * MINUTE_MS,
    excessiveDowntimeThresholdMs: 10 * MINUTE_MS,
    hourlyRevenue: 130,
    analog: { unit: '%', scale: 0.2, offset: -1.2 },
    partsPerCycle: 1,
    parts: ['Flange 101-B', 'Spindle nose 220', 'Valve block 54', 'Bearing cap 33', 'Insert 7-A'],
    materials: ['AlMgSi1 bar', 'C45 round', '42CrMo4 block'],
  },
  packaging: {
    category: 'Packaging line',
    maximumCycleMs: MINUTE_MS,
    excessiveDowntimeThresholdMs: 6 * MINUTE_MS,
    hourlyRevenue: 60,
    analog: { unit: 'bar', scale: 0.025, offset: 0 },
    partsPerCycle: 1,
    parts: ['Pack of 6', 'Pack of 12', 'Display box', 'Mailer'],
    materials: ['Carton E-flute', 'Film 40 my'],
  },
  recording: {
    category: 'Machining centre',
    maximumCycleMs: 10 * MINUTE_MS,
    excessiveDowntimeThresholdMs: 30 * MINUTE_MS,
    hourlyRevenue: 150,
    analog: undefined,
    partsPerCycle: 1,
    parts: ['Manifold M-5', 'Impeller I-9'],
    materials: ['AlMgSi1 bar', '1.4404 round'],
  },
}

const RUNNING_AND_DOWN = { running: { inputs: '24v0' }, down: { inputs: '120v0' } }
/** Input set-up of a machine whose lamp flashes while it is down: a lit piece of up to 9 s is down too. */
const FLASHING_WHEN_DOWN = { running: { inputs: '24v0', filters: { '24v0': { duration: 9_000, value: 0 } } } }

export const setUps = { inputs: RUNNING_AND_DOWN, flashing: FLASHING_WHEN_DOWN } as const
