import type { Answer } from '@millwatch/contract/endpoint'
import type { getOrgUnit } from '@millwatch/contract/http/tree'
import type { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'

/** Figures of a machine or a unit over a period, with their explanation. */
export type Figures = Omit<Answer<typeof utilizationOfOrgUnits>['orgUnits'][number], 'buckets'>

/** One bucket of a chart of groups. */
export type UtilGroup = Answer<typeof getOrgUnit>['orgUnit']['util_groups'][number]

/** Value shown by a bar or a column: percent, or hours of run. */
export type Shown = 'util' | 'run'

/** A unit or a machine, with the zone of its times. */
export interface FigurePlace {
  readonly kind: 'unit' | 'machine'
  readonly id: number
  readonly name: string
  readonly zone: string
}

/** Place and period `[from, to)` (epoch ms) of a figure that can be explained. */
export interface Explainable {
  readonly place: FigurePlace
  readonly from: number
  /** End of the period, not after `asOf`. */
  readonly to: number
  /** Instant at which it was read, epoch ms. */
  readonly asOf: number
  /** Shift 1 to 3; 0: all shifts. */
  readonly shift: number
  /** Figures, when they came with the number shown; otherwise they are read when an explanation is opened. */
  readonly figures?: Figures | undefined
  /** Number of machines in a unit's figure, when known. */
  readonly machines?: number | undefined
}
