import type { Answer } from '@millwatch/contract/endpoint'
import type { getOrgUnit } from '@millwatch/contract/http/tree'
import type { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'

/**
 * Figures of a machine or unit over a period, with the sums that explain them; times in seconds. The utilization is null if
 * nothing was scheduled.
 */
export type Figures = Omit<Answer<typeof utilizationOfOrgUnits>['orgUnits'][number], 'buckets'>

/**
 * Bucket of a chart of utilization, with start and end as ISO 8601, sums in seconds, and the utilization in percent (null:
 * nothing was scheduled).
 */
export type UtilGroup = Answer<typeof getOrgUnit>['orgUnit']['util_groups'][number]

/** Value that bars and columns show. `util`: utilization in percent; `run`: hours of effective run. */
export type Shown = 'util' | 'run'

/** Unit or machine of a figure, with the IANA zone in which its times are shown. */
export interface FigurePlace {
  readonly kind: 'unit' | 'machine'
  readonly id: number
  readonly name: string
  readonly zone: string
}

/** Figure that can be explained: its unit or machine, its period `[from, to)` in epoch ms, and its shift. */
export interface Explainable {
  readonly place: FigurePlace
  readonly from: number
  /** End of the period, exclusive, epoch ms; not after `asOf`. */
  readonly to: number
  /** Instant at which the figure was read, epoch ms. */
  readonly asOf: number
  /** Shift 1 to 3; 0: all shifts. */
  readonly shift: number
  /** Figures that came with the number shown; undefined: they are read when an explanation opens. */
  readonly figures?: Figures | undefined
  /** Number of machines in the figure of a unit; undefined: not known, or a machine. */
  readonly machines?: number | undefined
}
