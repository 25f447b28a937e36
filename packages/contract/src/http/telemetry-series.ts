import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachine } from '../kiosk-rules.ts'
import { IdParams, Instant, NumberOrNull, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { BucketFigures, BucketTimes, Figures, forAdminsColumns } from '../shapes/figures.ts'
import { Interval, periodChoices, seriesChoices } from '../shapes/question.ts'
import { ShiftTuple } from '../shapes/schedule.ts'
import { Averages, Points } from './telemetry.ts'

/**
 * Schema of the values of a series by pixel column, as arrays in parallel; columns without a value are left out. Minimum and
 * maximum have the instants at which they were measured.
 */
export const PixelColumns = Type.Object({
  /** Number of the column, from 0. */
  column: Type.Array(Type.Integer()),
  count: Type.Array(Type.Integer()),
  min: Type.Array(Type.Number()),
  /** Ms after the first whole ms of the column, which is ceil(`from` + column * (`to` - `from`) / `width`). */
  min_at: Type.Array(Type.Integer()),
  max: Type.Array(Type.Number()),
  max_at: Type.Array(Type.Integer()),
  /** Mean of the column, rounded to seven digits. */
  mean: Type.Array(Type.Number()),
})

/**
 * Schema of the marked cycles: for each pixel column the longest startup cycle and the longest outlier. Cycles that the request
 * ignores are left out.
 */
const MarkedCycles = Type.Object({
  /** Ends of the cycles (epoch ms), ascending. */
  at: Type.Array(Type.Integer()),
  cycle_time: Type.Array(Type.Number()),
  /** Mark of each cycle: 1 startup cycle, 2 outlier. */
  mark: Type.Array(Type.Integer()),
  /** Number of cycles with the same mark in the same column. */
  count: Type.Array(Type.Integer()),
})

/**
 * Schema of the series of a period at `width` pixels. Column `i` (from 0) begins at `from` + `i` * (`to` - `from`) / `width`, in
 * epoch ms.
 */
const Drawn = Type.Object({
  /** Start of the period, epoch ms. */
  from: Type.Integer(),
  to: Type.Integer(),
  width: Type.Integer(),
  /** Cycle times in seconds. */
  cycle_time: PixelColumns,
  marked: MarkedCycles,
  temperature_1: PixelColumns,
  analog_in_1: PixelColumns,
  /** Analog values after conversion; absent if the configuration does not change the raw value. */
  analog_in_1_transformed: Type.Optional(PixelColumns),
})

/** Schema of status intervals as arrays in parallel. Instants are epoch s; `ended_at` is null for an open interval. */
const UtilDetailColumns = Type.Object({
  id: Type.Array(Type.Integer()),
  status_id: Type.Array(Type.Integer()),
  started_at: Type.Array(Type.Number()),
  ended_at: Type.Array(NumberOrNull),
  duration_s: Type.Array(Type.Number()),
  status_reason: Type.Array(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  notes: Type.Array(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
})

const Result = Type.Object({
  utildtl: UtilDetailColumns,
  utilgrp: Type.Object({
    ...BucketTimes.properties,
    ...BucketFigures.properties,
    /** Names of the tags of the runs that touch each bucket, each name once. */
    tags: Type.Array(Type.Array(Type.String())),
  }),
  /** Cycles in the buckets of `utilgrp`: `time` is the start of each bucket (epoch s), `count` its number of cycles. */
  ccgrp: Type.Object({
    time: Type.Array(Type.Number()),
    count: Type.Array(Type.Integer()),
    parts: forAdminsColumns.parts,
  }),
  data: Type.Object({
    /** Without `width`: one page of points. With `width`: all points if they are at most 2,000, else absent. */
    ...Type.Partial(Points).properties,
    /** Series at the width of the chart; absent without `width`. */
    drawn: Type.Optional(Drawn),
    ...Type.Partial(Averages).properties,
  }),
  /** Intervals in which the primary device was in contact, epoch s; the end of the last one is null while it lasts. */
  commdtl: Type.Object({ started_at: Type.Array(Type.Number()), ended_at: Type.Array(NumberOrNull) }),
  shifts: Type.Array(ShiftTuple),
  figures: Type.Optional(Figures),
})

export const allInOne = endpoint('GET', '/v0/e/:id/aiopaged', 'reports', {
  operation: 'equipment.data.paged',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine, fields: ['money'] },
  summary:
    'All a machine page draws of a period, in one answer: with `width` what pixels can show, and all where that is little; without it all, in pages',
  shapes: {
    params: IdParams,
    query: Type.Object(
      {
        startDate: Instant,
        endDate: Instant,
        interval: Type.Optional(Interval),
        ...periodChoices,
        ...seriesChoices,
        /** Width of the chart in pixels, which selects the form of the series; absent: pages of all points. */
        width: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096 })),
        /** Value of `pageStart` in the answer with the previous page; absent: the first page. */
        pageStart: Type.Optional(Instant),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      status: Success,
      /** Result of the page. Pages after the first contain `data` only. */
      result: Type.Partial(Result),
      /** True: there are more points, and `pageStart` is not null. */
      paginated: Type.Boolean(),
      /** Value of `pageStart` for the call of the next page; null after the last page. */
      pageStart: Nullable(Instant),
      /** Instant as of which the data was read. */
      as_of: Instant,
    }),
  },
})
