import type { Answer } from '@millwatch/contract/endpoint'
import type { allInOne } from '@millwatch/contract/http/telemetry-series'
import type { getEquipment } from '@millwatch/contract/http/tree'
import type { ShiftSpan } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'

type Machine = Answer<typeof getEquipment>['equip']
type Paged = Answer<typeof allInOne>['result']

/** Measured values of a machine over a period, as points or as pixel columns, with their averages (null: no values). */
export type SeriesData = NonNullable<Paged['data']>

/** Number of pixel columns that are requested, about the width of a chart on a desktop. */
export const CHART_COLUMNS = 1200

/** Properties of the charts of a machine's page. */
export interface ChartsProps {
  machine: Pick<Machine, 'id' | 'name' | 'maximum_allowed_cycle_time' | 'Devices'>
  /** Measured values of the period; undefined while they load. */
  data: SeriesData | undefined
  /** Period of the charts, `[from, to)`, epoch ms; the end of a current period moves on with time. */
  period: Window
  zone: string
  shifts: readonly ShiftSpan[]
  /** Intervals without data, which are hatched in the charts. */
  gaps: readonly Window[]
  onZoom: (window: Window) => void
}
