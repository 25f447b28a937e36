import type { PlantFile } from '@millwatch/simulator/plant-file'
import type { Needs } from '../platform/calls/needs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { Broken } from './broken.ts'
import type { DemoMachine, DemoSite, DemoUnit } from './plant.ts'

export interface Founding extends Pick<Needs, 'signingKey'> {
  readonly database: Database
  readonly clock: Clock
  readonly sites: readonly DemoSite[]
  /** End of the history, and start of the demo (epoch ms). */
  readonly startedAt: number
  /** Machine that is broken at `startedAt`, with the times of its breakdown; null if there is none. */
  readonly broken: Broken | null
  /** Called with the devices and their keys before they become valid. It must store the keys, as they are known nowhere else. */
  readonly keep: (devices: PlantFile['devices']) => void
}

export interface FoundedMachine {
  readonly equipmentId: number
  readonly device: PlantFile['devices'][number]
}

export interface PlaceOfMachine {
  readonly machine: DemoMachine
  readonly unit: DemoUnit
  readonly unitId: number
  /** Ids of the units of the site made so far, by name. */
  readonly units: ReadonlyMap<string, number>
  readonly zone: string
}
