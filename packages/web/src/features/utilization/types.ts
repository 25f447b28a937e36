import type { Answer } from '@millwatch/contract/endpoint'
import type { getOrgUnit } from '@millwatch/contract/http/tree'
import type { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'

/** The figures of a machine or a unit over a period, explained. */
export type Figures = Omit<Answer<typeof utilizationOfOrgUnits>['orgUnits'][number], 'buckets'>

/** One bucket of a chart of groups. */
export type UtilGroup = Answer<typeof getOrgUnit>['orgUnit']['util_groups'][number]

/** What a bar or a column shows: percent, or hours of run. */
export type Shown = 'util' | 'run'

/** A unit or a machine, and whose clock its times are told by. */
export interface Place {
  readonly kind: 'unit' | 'machine'
  readonly id: number
  readonly name: string
  readonly zone: string
}

/** A figure that can be explained: of whom, and over which period `[from, to)` (epoch ms) it was read. */
export interface Explainable {
  readonly place: Place
  readonly from: number
  /** Not later than `asOf`. */
  readonly to: number
  /** When it was read. */
  readonly asOf: number
  /** 1 to 3; 0: all shifts. */
  readonly shift: number
  /** As they came with the number that is shown; where they are not known they are read when somebody asks. */
  readonly figures?: Figures | undefined
  /** How many machines a unit's figure is the sum of, where that is known. */
  readonly machines?: number | undefined
}
