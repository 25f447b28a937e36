import { MINUTE_MS } from '@millwatch/domain/time'
import type { MachineSpec, PlantTime } from '@millwatch/simulator/plant'
import type { weeks } from './weeks.ts'

/** Machine of the demo company, with a made-up name. */
export interface DemoMachine extends Omit<MachineSpec, 'zone' | 'oneOffs' | 'broken' | 'takesTurns' | 'retiredAt'> {
  readonly maker: string
  readonly model: string
  /** True: it is excluded from the sums of its units. */
  readonly utilExcluded?: true
  /** True: its short stops are part of effective run. */
  readonly utilInclLtXsfDt?: true
  /** Name of the unit in which it was until three weeks ago; this unit must be listed before the present one. */
  readonly movedFrom?: string
  /** Number of days since it was archived. */
  readonly archivedDaysAgo?: number
}
export interface DemoUnit {
  readonly name: string
  /** Pattern of its own schedule; absent: that of its site. */
  readonly week?: keyof typeof weeks
  /** True: two weeks ago it worked on a Saturday afternoon, and one of its evenings ended early. */
  readonly hadOvertime?: true
  readonly machines: readonly DemoMachine[]
}
export interface DemoSite {
  readonly name: string
  readonly zone: string
  readonly units: readonly DemoUnit[]
}

const steady = { windowMs: 10_000, holdMs: 2 * MINUTE_MS } as const
const http = { ...steady, transport: 'http' } as const
const mqtt = { ...steady, transport: 'mqtt' } as const
const buffering = { holdMs: 60 * MINUTE_MS } as const
const hoarding = { network: 'late', holdMs: 6 * 60 * MINUTE_MS } as const
const minster = { maker: 'Minster', model: 'P2-60' } as const
const bruderer = { maker: 'Bruderer', model: 'BSTA 510' } as const
const haas = { maker: 'Haas', model: 'VF-2' } as const
const okuma = { maker: 'Okuma', model: 'GENOS L250' } as const
const bosch = { maker: 'Syntegon', model: 'Pack 202' } as const
const engel = (model: string) => ({ maker: 'Engel', model }) as const

export const demoCompany = 'Northfield Components'

/**
 * Limits on the number of machines of the whole plant that run at the same time, so that it is busy at any time it is opened: 15
 * to 20 are seen running. The least is one more, since the status of a silent machine is known late.
 */
export const demoRunning: NonNullable<PlantTime['running']> = { least: 16, most: 20 }

export const demoSites: readonly DemoSite[] = [
  {
    name: 'Rockford',
    zone: 'America/Chicago',
    units: [
      {
        name: 'Stamping',
        week: 'twoShifts',
        machines: [
          {
            name: 'Press 01',
            ...minster,
            firmware: '2.4.0',
            kind: 'press',
            cycleMs: 2_400,
            shifts: 'continuous',
            ...mqtt,
            windowMs: 5_000,
          },
          {
            name: 'Press 02',
            ...minster,
            utilInclLtXsfDt: true,
            kind: 'press',
            shifts: 'continuous',
            cycleMs: 3_100,
            ...mqtt,
          },
          {
            name: 'Press 03',
            ...minster,
            firmware: '1.2.4',
            kind: 'press',
            shifts: 'continuous',
            cycleMs: 4_600,
            ...http,
          },
          { name: 'Press 04', ...bruderer, kind: 'press', cycleMs: 5_200, shifts: 'continuous', ...http },
          { name: 'Press 05', ...minster, kind: 'press', cycleMs: 5_900, archivedDaysAgo: 12, ...http },
        ],
      },
      {
        name: 'Machining',
        machines: [
          { name: 'Mazak 01', maker: 'Mazak', model: 'VTC-200', utilExcluded: true, kind: 'recording', ...http },
          { name: 'Haas 02', ...haas, kind: 'machining', shifts: 'continuous', ...mqtt },
          {
            name: 'Haas 03',
            ...haas,
            utilInclLtXsfDt: true,
            kind: 'machining',
            shifts: 'continuous',
            cycleMs: 148_000,
            ...mqtt,
          },
          { name: 'Okuma 04', ...okuma, kind: 'machining', cycleMs: 265_000, shifts: 'roundTheClock', ...http },
          {
            name: 'Okuma 05',
            ...okuma,
            firmware: '1.4.1',
            kind: 'machining',
            cycleMs: 187_000,
            shifts: 'continuous',
            clock: 'ahead',
            ...http,
          },
          {
            name: 'Saw 06',
            maker: 'Behringer',
            model: 'HBE 261',
            signals: 'inputs',
            firmware: '1.4.1',
            movedFrom: 'Stamping',
            kind: 'machining',
            cycleMs: 74_000,
            shifts: 'dayShift',
            ...mqtt,
          },
        ],
      },
      {
        name: 'Packaging',
        machines: [
          { name: 'Line 1', ...bosch, kind: 'packaging', shifts: 'continuous', ...mqtt },
          { name: 'Line 2', ...bosch, kind: 'packaging', shifts: 'continuous', cycleMs: 1_600, ...http },
          {
            name: 'Line 3',
            ...bosch,
            signals: 'flashing',
            firmware: '2.0.2',
            kind: 'packaging',
            cycleMs: 900,
            shifts: 'dayShift',
            ...mqtt,
          },
        ],
      },
    ],
  },
  {
    name: 'Brno',
    zone: 'Europe/Prague',
    units: [
      {
        name: 'Moulding',
        machines: [
          {
            name: 'Engel 110-1',
            ...engel('e-victory 110'),
            kind: 'moulding',
            cycleMs: 28_400,
            shifts: 'continuous',
            ...mqtt,
          },
          {
            name: 'Engel 110-2',
            ...engel('e-victory 110'),
            kind: 'moulding',
            cycleMs: 31_200,
            shifts: 'continuous',
            ...mqtt,
          },
          {
            name: 'Engel 200-3',
            ...engel('victory 200'),
            kind: 'moulding',
            shifts: 'continuous',
            cycleMs: 36_800,
            ...http,
          },
          {
            name: 'Engel 200-4',
            ...engel('victory 200'),
            kind: 'moulding',
            shifts: 'continuous',
            cycleMs: 39_500,
            ...http,
          },
          {
            name: 'Engel 350-5',
            ...engel('duo 350'),
            kind: 'moulding',
            cycleMs: 46_100,
            shifts: 'continuous',
            network: 'flaky',
            ...mqtt,
            ...buffering,
          },
          {
            name: 'Engel 350-6',
            ...engel('duo 350'),
            kind: 'moulding',
            shifts: 'continuous',
            cycleMs: 52_700,
            ...mqtt,
            ...hoarding,
          },
          {
            name: 'Engel 650-7',
            ...engel('duo 650'),
            kind: 'moulding',
            cycleMs: 61_300,
            shifts: 'continuous',
            ...http,
          },
        ],
      },
      {
        name: 'Inserts',
        machines: [
          { name: 'Press 11', ...bruderer, kind: 'press', cycleMs: 3_800, shifts: 'continuous', ...http },
          { name: 'Press 12', ...bruderer, kind: 'press', cycleMs: 4_200, shifts: 'dayShift', ...mqtt },
          { name: 'Mill 13', ...haas, kind: 'machining', cycleMs: 121_000, shifts: 'continuous', ...mqtt },
          { name: 'Mill 14', ...haas, kind: 'machining', shifts: 'continuous', cycleMs: 166_000, ...http },
        ],
      },
      {
        name: 'Packing',
        hadOvertime: true,
        machines: [
          { name: 'Packer A', ...bosch, kind: 'packaging', cycleMs: 1_400, shifts: 'threeShifts', ...mqtt },
          { name: 'Packer B', ...bosch, kind: 'packaging', cycleMs: 1_900, ...http },
        ],
      },
    ],
  },
]

/** Name of the small second company of the demo. */
export const secondCompany = 'Second'
export const secondZone = 'America/Denver'

export const secondUnit: DemoUnit = {
  name: 'Shop',
  machines: [
    { name: 'Lathe 1', ...okuma, kind: 'machining', cycleMs: 95_000, shifts: 'roundTheClock', ...http },
    { name: 'Press 2', ...bruderer, kind: 'press', cycleMs: 6_500, shifts: 'threeShifts', ...mqtt },
  ],
}
