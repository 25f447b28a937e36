import type { MachineSpec } from '@millwatch/simulator/plant'

/** The demo company, as it stands in the tree. Names are made up. */
export interface DemoUnit {
  readonly name: string
  readonly machines: readonly Omit<MachineSpec, 'zone'>[]
}
export interface DemoSite {
  readonly name: string
  readonly zone: string
  readonly units: readonly DemoUnit[]
}

const MINUTE = 60_000
const steady = { windowMs: 10_000, holdMs: 2 * MINUTE } as const
const http = { ...steady, transport: 'http' } as const
const mqtt = { ...steady, transport: 'mqtt' } as const
const buffering = { holdMs: 60 * MINUTE } as const

export const demoCompany = 'Northfield Components'

export const demoSites: readonly DemoSite[] = [
  {
    name: 'Rockford',
    zone: 'America/Chicago',
    units: [
      {
        name: 'Stamping',
        machines: [
          { name: 'Press 01', kind: 'press', cycleMs: 2_400, shifts: 'roundTheClock', ...mqtt, windowMs: 5_000 },
          { name: 'Press 02', kind: 'press', cycleMs: 3_100, ...mqtt },
          { name: 'Press 03', kind: 'press', cycleMs: 4_600, ...http },
          { name: 'Press 04', kind: 'press', cycleMs: 5_200, shifts: 'threeShifts', ...http },
        ],
      },
      {
        name: 'Machining',
        machines: [
          { name: 'Mazak 01', kind: 'recording', ...http },
          { name: 'Haas 02', kind: 'machining', shifts: 'roundTheClock', ...mqtt },
          { name: 'Haas 03', kind: 'machining', cycleMs: 148_000, ...mqtt },
          { name: 'Okuma 04', kind: 'machining', cycleMs: 265_000, shifts: 'threeShifts', ...http },
          { name: 'Okuma 05', kind: 'machining', cycleMs: 187_000, shifts: 'roundTheClock', clock: 'ahead', ...http },
          { name: 'Saw 06', kind: 'machining', cycleMs: 74_000, shifts: 'dayShift', ...mqtt },
        ],
      },
      {
        name: 'Packaging',
        machines: [
          { name: 'Line 1', kind: 'packaging', shifts: 'roundTheClock', ...mqtt },
          { name: 'Line 2', kind: 'packaging', cycleMs: 1_600, ...http },
          { name: 'Line 3', kind: 'packaging', cycleMs: 900, shifts: 'dayShift', ...mqtt },
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
          { name: 'Engel 110-1', kind: 'moulding', cycleMs: 28_400, shifts: 'roundTheClock', ...mqtt },
          { name: 'Engel 110-2', kind: 'moulding', cycleMs: 31_200, shifts: 'roundTheClock', ...mqtt },
          { name: 'Engel 200-3', kind: 'moulding', cycleMs: 36_800, ...http },
          { name: 'Engel 200-4', kind: 'moulding', cycleMs: 39_500, ...http },
          {
            name: 'Engel 350-5',
            kind: 'moulding',
            cycleMs: 46_100,
            shifts: 'roundTheClock',
            network: 'flaky',
            ...mqtt,
            ...buffering,
          },
          { name: 'Engel 350-6', kind: 'moulding', cycleMs: 52_700, ...mqtt, ...buffering },
          { name: 'Engel 650-7', kind: 'moulding', cycleMs: 61_300, shifts: 'twoShifts', ...http },
        ],
      },
      {
        name: 'Inserts',
        machines: [
          { name: 'Press 11', kind: 'press', cycleMs: 3_800, shifts: 'threeShifts', ...http },
          { name: 'Press 12', kind: 'press', cycleMs: 4_200, shifts: 'dayShift', ...mqtt },
          { name: 'Mill 13', kind: 'machining', cycleMs: 121_000, shifts: 'roundTheClock', ...mqtt },
          { name: 'Mill 14', kind: 'machining', cycleMs: 166_000, ...http },
        ],
      },
      {
        name: 'Packing',
        machines: [
          { name: 'Packer A', kind: 'packaging', cycleMs: 1_400, shifts: 'threeShifts', ...mqtt },
          { name: 'Packer B', kind: 'packaging', cycleMs: 1_900, ...http },
        ],
      },
    ],
  },
]
