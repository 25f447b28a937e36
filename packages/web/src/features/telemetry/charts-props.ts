import type { Answer } from '@millwatch/contract/endpoint'
import type { allInOne } from '@millwatch/contract/http/telemetry-series'
import type { getEquipment } from '@millwatch/contract/http/tree'
import type { ShiftSpan } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'

type Machine = Answer<typeof getEquipment>['equip']
type Paged = Answer<typeof allInOne>['result']

/** The part `data` of the answer of `GET /v0/e/{id}/aiopaged`, requested with `width`. */
export type SeriesData = NonNullable<Paged['data']>

/** Width to request, in pixel columns: about that of a desktop chart. */
export const CHART_COLUMNS = 1200

/** Properties of the charts of a machine page. The options come from the scope. */
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
