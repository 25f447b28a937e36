import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachines } from '../kiosk-rules.ts'
import { Id, IdList, Instant, NumberOrNull, Success } from '../shapes/common.ts'
import { seriesChoices } from '../shapes/question.ts'
import { ShiftNumber } from '../shapes/schedule.ts'

/**
 * Schema of the status of a machine as segments of a chart: arrays in parallel, in time order and without gaps. Neighbouring
 * intervals that are each narrower than a pixel are merged.
 */
const DrawnStatus = Type.Object({
  /** Start of the first segment (epoch ms), possibly before the period; null: there is no segment. */
  from: NumberOrNull,
  /**
   * Length of each segment (ms); null for the last one while its interval is open. Each segment begins at the end of the one
   * before.
   */
  ms: Type.Array(NumberOrNull),
  /** Status of each segment, 1 to 4; 0: the segment merges several intervals, each narrower than a pixel. */
  status_id: Type.Array(Type.Integer({ minimum: 0, maximum: 4 })),
  /**
   * Five numbers for each segment of status 0, in order: the number of intervals, then the ms running, down, offline and
   * powered-off.
   */
  several: Type.Array(Type.Integer()),
  /**
   * Four numbers for each segment of status 0, in order: the ms running, down, offline and powered-off that lie outside shift
   * history.
   */
  several_unscheduled: Type.Array(Type.Integer()),
  /**
   * `[start, end]` (epoch ms) of each time outside shift history, ascending, up to a day after the period; empty if there is no
   * segment. Times narrower than a pixel are left out.
   */
  unscheduled: Type.Array(Type.Tuple([Type.Number(), Type.Number()])),
})

/** Additional fields of the segments, which the answer contains if `detail` was requested. */
const DrawnDetail = {
  /** Id of the status interval of each segment; 0 for a segment that merges several. */
  interval_id: Type.Optional(Type.Array(Type.Integer())),
  /** Reasons of stops, each as the index of the segment (from 0) and the name of the reason. */
  reasons: Type.Optional(Type.Array(Type.Tuple([Type.Integer(), Type.String()]))),
  /**
   * `[start, end, shift]` (epoch ms) of the shift history with a shift, not clipped to the period. Those narrower than two pixels
   * are left out.
   */
  shifts: Type.Optional(Type.Array(Type.Tuple([Type.Number(), Type.Number(), ShiftNumber]))),
}

/**
 * Schema of the last cycles of the period, as many as requested, in time order. Of these, cycles without a cycle time from the
 * device and those that the request ignores are left out and not replaced by earlier ones.
 */
const DrawnCycles = Type.Object({
  /** Cycle times in seconds. */
  cycle_time: Type.Array(Type.Number()),
  /** End of the last of these cycles; null: there is no such cycle. */
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
        /** True: the answer also contains ids, reasons and shifts. Absent: it does not. */
        detail: Type.Optional(Type.Boolean()),
        /** Number of last cycles to read, of which some may be left out (`DrawnCycles`); absent: none. */
        cycles: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, equipment: Type.Array(DrawnMachine), as_of: Instant }),
  },
})
