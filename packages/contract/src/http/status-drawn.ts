import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachines } from '../kiosk-rules.ts'
import { Id, IdList, Instant, NumberOrNull, Success } from '../shapes/common.ts'
import { seriesChoices } from '../shapes/question.ts'
import { ShiftNumber } from '../shapes/schedule.ts'

/**
 * Status of a machine as segments of a chart: arrays in parallel, in time order and without a gap. Intervals narrower than a
 * pixel are merged with their neighbours; with enough pixels none are merged.
 */
const DrawnStatus = Type.Object({
  /** Start of the first segment (epoch ms), possibly before the period; null: there is none. */
  from: NumberOrNull,
  /** Length of each segment (ms); null for the last one while it is open. Each begins where the one before ends. */
  ms: Type.Array(NumberOrNull),
  /** Status of each segment; 0: several intervals, each narrower than a pixel. */
  status_id: Type.Array(Type.Integer({ minimum: 0, maximum: 4 })),
  /** Five numbers for each status 0, in order: the count of intervals, then ms running, down, offline, powered-off. */
  several: Type.Array(Type.Integer()),
  /** Four numbers for each status 0, in order: how many of these ms lie outside shift history. */
  several_unscheduled: Type.Array(Type.Integer()),
  /**
   * `[start (epoch ms), end]` of time outside shift history, ascending, up to a day after the period; shorter parts than a
   * pixel are left out.
   */
  unscheduled: Type.Array(Type.Tuple([Type.Number(), Type.Number()])),
})

/** Additional fields of the segments for a large chart. */
const DrawnDetail = {
  /** Id of the interval of each segment; 0 for several intervals. */
  interval_id: Type.Optional(Type.Array(Type.Integer())),
  /** Reasons of stops: the index of the segment (from 0), and the reason. */
  reasons: Type.Optional(Type.Array(Type.Tuple([Type.Integer(), Type.String()]))),
  /**
   * `[start (epoch ms), end, shift]` of shift history with a shift, not clipped; empty when a shift is narrower than two
   * pixels.
   */
  shifts: Type.Optional(Type.Array(Type.Tuple([Type.Number(), Type.Number(), ShiftNumber]))),
}

/** Last cycles of the period for which the device sent a time, the newest last. */
const DrawnCycles = Type.Object({
  /** Cycle times in seconds. */
  cycle_time: Type.Array(Type.Number()),
  /** End of the last of them; null: there is none. */
  last_at: NumberOrNull,
})

const DrawnMachine = Type.Object({
  id: Id,
  ...DrawnStatus.properties,
  ...DrawnDetail,
  cycles: Type.Optional(DrawnCycles),
})

export const drawnOfEquipment = endpoint('GET', '/v0/drawn/e', 'figures', {
  operation: 'equipment.drawn.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachines },
  summary:
    'Returns the data of previews of machines over a period: timelines as wide as `width` pixels, and the last cycles',
  shapes: {
    query: Type.Object(
      {
        ids: IdList,
        startDate: Instant,
        endDate: Instant,
        ...seriesChoices,
        /** Width of the timeline in pixels. */
        width: Type.Integer({ minimum: 1, maximum: 4096 }),
        /** True: the answer has ids, reasons and shifts too. */
        detail: Type.Optional(Type.Boolean()),
        /** Number of last cycles to return; none unless given. */
        cycles: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, equipment: Type.Array(DrawnMachine), as_of: Instant }),
  },
})
