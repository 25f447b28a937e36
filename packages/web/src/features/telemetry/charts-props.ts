import type { Answer } from '@millwatch/contract/endpoint'
import type { allInOne } from '@millwatch/contract/http/series'
import type { getEquipment } from '@millwatch/contract/http/tree'
import type { ShiftSpan } from '../../charts/piece.ts'
import type { Window } from '../../charts/span.ts'

type Machine = Answer<typeof getEquipment>['equip']
type Paged = Answer<typeof allInOne>['result']

/** The part `data` of `GET /v0/e/{id}/aiopaged` asked with `width`. */
export type SeriesData = NonNullable<Paged['data']>

/** The `width` to ask with: pixel columns of a desk; a phone draws several into one, a wall draws each wider. */
export const CHART_COLUMNS = 1200

/** What the charts of a machine page are given; the options they take from the scope themselves. */
export interface ChartsProps {
  machine: Pick<Machine, 'id' | 'name' | 'maximum_allowed_cycle_time' | 'Devices'>
  /** Undefined while it is being read. */
  data: SeriesData | undefined
  /** What is drawn: `[from, to)`, epoch ms; a period that goes on moves on by itself. */
  period: Window
  zone: string
  shifts: readonly ShiftSpan[]
  /** Stretches without data, hatched. */
  gaps: readonly Window[]
  onZoom: (window: Window) => void
}
