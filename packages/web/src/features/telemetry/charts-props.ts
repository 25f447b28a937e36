import type { Answer } from '@millwatch/contract/endpoint'
import type { allInOne } from '@millwatch/contract/http/telemetry-series'
import type { getEquipment } from '@millwatch/contract/http/tree'
import type { ShiftSpan } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'

type Machine = Answer<typeof getEquipment>['equip']
type Paged = Answer<typeof allInOne>['result']

/** Measured values of a machine in the answer of `GET /v0/e/{id}/aiopaged`, requested with `width`. */
export type SeriesData = NonNullable<Paged['data']>

/** Number of pixel columns that a request asks for, about the width of a chart on a desktop. */
export const CHART_COLUMNS = 1200

/** Properties of the charts of a machine page; their options are read from the scope and the address. */
export interface ChartsProps {
  machine: Pick<Machine, 'id' | 'name' | 'maximum_allowed_cycle_time' | 'Devices'>
  /** Undefined while it loads. */
  data: SeriesData | undefined
  /** Period drawn, `[from, to)`, epoch ms; the current period moves on by itself. */
  period: Window
  zone: string
  shifts: readonly ShiftSpan[]
  /** Spans without data, drawn hatched. */
  gaps: readonly Window[]
  onZoom: (window: Window) => void
}
