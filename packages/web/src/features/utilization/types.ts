import type { Answer } from '@millwatch/contract/endpoint'
import type { getOrgUnit } from '@millwatch/contract/http/tree'
import type { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'

/** Figures of a machine or a unit over a period, with the parts that explain them; times in seconds. */
export type Figures = Omit<Answer<typeof utilizationOfOrgUnits>['orgUnits'][number], 'buckets'>

/** Bucket of a chart of utilization, with start and end as ISO 8601 and sums in seconds. */
export type UtilGroup = Answer<typeof getOrgUnit>['orgUnit']['util_groups'][number]

/** Value that bars and columns show: `util` percent, `run` hours of effective run. */
export type Shown = 'util' | 'run'

/** Unit or machine of a figure, with the IANA zone in which its times are shown. */
export interface FigurePlace {
  readonly kind: 'unit' | 'machine'
  readonly id: number
  readonly name: string
  readonly zone: string
}

/** Figure that can be explained: its unit or machine, its period `[from, to)` (epoch ms) and its shift. */
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
