import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { IdParams, Instant, NumberOrNull, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { BucketFigures, BucketTimes, Figures, forAdminsColumns } from '../shapes/figures.ts'
import { Interval, periodChoices, seriesChoices } from '../shapes/question.ts'
import { ShiftTuple } from './shifts.ts'
import { Averages, Points } from './telemetry.ts'

/** Of each pixel column with values: least, greatest and mean, the extremes at their own instants. */
export const PixelColumns = Type.Object({
  /** Which column, from 0. */
  column: Type.Array(Type.Integer()),
  count: Type.Array(Type.Integer()),
  min: Type.Array(Type.Number()),
  /** Ms after the first whole ms of the column: after ceil(`from` + column * (`to` - `from`) / `width`). */
  min_at: Type.Array(Type.Integer()),
  max: Type.Array(Type.Number()),
  max_at: Type.Array(Type.Integer()),
  /** To seven digits. */
  mean: Type.Array(Type.Number()),
})

/** Cycles that are marked: of each pixel column the greatest of either mark; those left out are not among them. */
const MarkedCycles = Type.Object({
  /** Epoch ms, in order. */
  at: Type.Array(Type.Integer()),
  cycle_time: Type.Array(Type.Number()),
  /** 1 startup cycle, 2 outlier. */
  mark: Type.Array(Type.Integer()),
  /** How many of that mark its column holds. */
  count: Type.Array(Type.Integer()),
})

/** What `width` pixels can show of the period; column `i` begins at `from` + i * (`to` - `from`) / `width`. */
const Drawn = Type.Object({
  /** Epoch ms. */
  from: Type.Integer(),
  to: Type.Integer(),
  width: Type.Integer(),
  /** Seconds. */
  cycle_time: PixelColumns,
  marked: MarkedCycles,
  temperature_1: PixelColumns,
  analog_in_1: PixelColumns,
  /** Left out where no configuration says other than the raw value. */
  analog_in_1_transformed: Type.Optional(PixelColumns),
})

/** Stretches of status, fields side by side; instants in epoch s, an open one has no end. */
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
    /** Names of the tags of the runs that touch the bucket, each once. */
    tags: Type.Array(Type.Array(Type.String())),
  }),
  /** Cycles by the buckets of `utilgrp`: `time` is where each begins (epoch s). */
  ccgrp: Type.Object({
    time: Type.Array(Type.Number()),
    count: Type.Array(Type.Integer()),
    parts: forAdminsColumns.parts,
  }),
  data: Type.Object({
    /** Without `width` a page of them; with it all of them, where they are at most 2,000. */
    ...Type.Partial(Points).properties,
    /** With `width`. */
    drawn: Type.Optional(Drawn),
    ...Type.Partial(Averages).properties,
  }),
  /** Stretches of contact of the primary device, epoch s; the last has no end while it lasts. */
  commdtl: Type.Object({ started_at: Type.Array(Type.Number()), ended_at: Type.Array(NumberOrNull) }),
  shifts: Type.Array(ShiftTuple),
  figures: Type.Optional(Figures),
})

export const allInOne = endpoint({
  method: 'GET',
  path: '/v0/e/:id/aiopaged',
  operation: 'equipment.data.paged',
  summary:
    'All a machine page draws of a period, in one answer: with `width` what pixels can show, and all where that is little; without it all, in pages',
  tags: ['reports'],
  shapes: {
    params: IdParams,
    query: Type.Object(
      {
        startDate: Instant,
        endDate: Instant,
        interval: Type.Optional(Interval),
        ...periodChoices,
        ...seriesChoices,
        /** Pixels across the chart. */
        width: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096 })),
        /** As the page before gave it. */
        pageStart: Type.Optional(Instant),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      status: Success,
      /** A page after the first holds `data` alone. */
      result: Type.Partial(Result),
      /** There is more: ask again with this `pageStart`. */
      paginated: Type.Boolean(),
      pageStart: Nullable(Instant),
      as_of: Instant,
    }),
  },
})
