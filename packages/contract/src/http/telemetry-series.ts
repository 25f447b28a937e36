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
 * Values of a series by pixel column, as arrays in parallel; columns without a value are left out. Minimum and maximum
 * have their own instants.
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

/** Marked cycles: for each pixel column the longest of each mark. Cycles that are ignored are not among them. */
const MarkedCycles = Type.Object({
  /** Epoch ms, in order. */
  at: Type.Array(Type.Integer()),
  cycle_time: Type.Array(Type.Number()),
  /** 1 startup cycle, 2 outlier. */
  mark: Type.Array(Type.Integer()),
  /** Number of cycles with that mark in the column. */
  count: Type.Array(Type.Integer()),
})

/** Series of the period at `width` pixels; column `i` begins at `from` + i * (`to` - `from`) / `width`. */
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
  /** Absent when the configuration does not change the raw value. */
  analog_in_1_transformed: Type.Optional(PixelColumns),
})

/** Status intervals, arrays in parallel; instants in epoch s; an open interval has no end. */
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
  /** Cycles by the buckets of `utilgrp`; `time` is the start of each (epoch s). */
  ccgrp: Type.Object({
    time: Type.Array(Type.Number()),
    count: Type.Array(Type.Integer()),
    parts: forAdminsColumns.parts,
  }),
  data: Type.Object({
    /** Without `width`: one page of points. With it: all points, when they are at most 2,000. */
    ...Type.Partial(Points).properties,
    /** Present with `width`. */
    drawn: Type.Optional(Drawn),
    ...Type.Partial(Averages).properties,
  }),
  /** Intervals of contact of the primary device, epoch s; the last has no end while it lasts. */
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
        /** Width of the chart in pixels. */
        width: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096 })),
        /** Value of `pageStart` in the answer of the previous page. */
        pageStart: Type.Optional(Instant),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      status: Success,
      /** Result of the page; a page after the first has `data` only. */
      result: Type.Partial(Result),
      /** True when there is more: call again with this `pageStart`. */
      paginated: Type.Boolean(),
      pageStart: Nullable(Instant),
      as_of: Instant,
    }),
  },
})
