import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachine } from '../kiosk-rules.ts'
import { Id, IdParams, Instant, meaning, NumberOrNull, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { periodChoices, seriesChoices } from '../shapes/question.ts'
import { ShiftTuple } from '../shapes/schedule.ts'
import { UtilDetail } from './utilization.ts'

/**
 * Schema of one cycle or reading: `[occurred (epoch s), cycle_time (s), temperature_1, analog_in_1, analog_in_1_transformed,
 * tags, type]`; type 1 cycle, 2 reading or cycle of a device that is not primary. A value that was not sent is null. `tags` are
 * the ids of the tags of the run at that instant, empty outside runs.
 */
export const RawRow = Type.Tuple([
  Type.Number(),
  NumberOrNull,
  NumberOrNull,
  NumberOrNull,
  NumberOrNull,
  Type.Array(Type.Integer()),
  Type.Integer(),
])

const rawPeriod = { startDate: Instant, endDate: Instant, ...seriesChoices }

export const rawDataOfEquipment = endpoint('GET', '/v0/e/:id/data/raw', 'reports', {
  operation: 'equipment.data.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  summary: 'Every cycle and reading of a machine in the period, in time order, streamed',
  shapes: {
    params: IdParams,
    query: Type.Object(
      {
        ...rawPeriod,
        /** Number of rows after which the answer ends; absent: all rows. */
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, data: Type.Array(RawRow) }),
  },
})

/**
 * Names of the columns of the raw data as a file, in this order: they are the header of the CSV and the field names of each row
 * in JSON.
 */
export const rawColumns = [
  'occurred_at',
  'type',
  'cycle_time_s',
  'temperature_1_C',
  'analog_in_1',
  'analog_in_1_transformed',
  'tags',
] as const

/**
 * Schema of one row of the file. Its column names contain the units: seconds, and °C even if the company uses other units. `tags`
 * are the names of the tags of the run at that instant, empty outside runs; CSV joins them with `;`.
 */
const RawLine = Type.Object({
  occurred_at: Instant,
  type: Type.Union([Type.Literal('cycle'), Type.Literal('telemetry')]),
  cycle_time_s: NumberOrNull,
  temperature_1_C: NumberOrNull,
  analog_in_1: NumberOrNull,
  analog_in_1_transformed: NumberOrNull,
  tags: Type.Array(Type.String()),
})

/**
 * Kinds of rows to which a file can be limited: `cycle` and `telemetry` by type, the others to rows with a cycle time, a
 * temperature or an analog value.
 */
export const rawKinds = ['cycle', 'telemetry', 'cycle_time', 'temperature', 'analog'] as const

export const exportRawData = endpoint('GET', '/v0/e/:id/data/raw/export', 'reports', {
  operation: 'equipment.data.export',
  policy: { least: 'user', scope: 'company', rate: 'heavy' },
  summary: 'Every cycle and reading of a machine in the period as a file, in CSV unless `format=json`, streamed',
  shapes: {
    params: IdParams,
    query: Type.Object(
      {
        ...rawPeriod,
        format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('json')])),
        only: Type.Optional(Type.Union(rawKinds.map((kind) => Type.Literal(kind)))),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, data: Type.Array(RawLine) }),
  },
})

/** Schema of an average over all values of the period, also those that the page does not show; null: there are no values. */
const Average = Nullable(
  Type.Object({
    avg: Type.Number(),
    /** Population standard deviation of the values measured one by one; null: no value was measured so. */
    std_dev: NumberOrNull,
    count: Type.Integer(),
    /** Number of values measured one by one; each of the others came as the mean of several cycles in one event. */
    measured: Type.Integer(),
  }),
)

/**
 * Schema of the averages of a period, each with standard deviation and number of values; null without values. Cycle times are in
 * seconds, sent or derived, and weighted by the number of cycles.
 */
export const Averages = Type.Object({
  cycle_time_avg: meaning('Derived times of cycles that came without one are included.', Average),
  temp_avg: Average,
  /** Average of the analog values, converted by the configuration in force at each reading. */
  analog_avg: Average,
})

/** Schema of the cycles and readings of a page as arrays in parallel, in order of time. */
export const Points = Type.Object({
  /** Instant of each point, epoch ms. */
  at: Type.Array(Type.Integer()),
  /** Kind of each point: 1 cycle, 2 reading or cycle of a device that is not primary. */
  type: Type.Array(Type.Integer()),
  /** Number of cycles of each point; 0 if its type is 2. */
  count: Type.Array(Type.Integer()),
  /** Mark of each point: 1 startup cycle, 2 outlier, 0 neither. */
  mark: Type.Array(Type.Integer()),
  cycle_time: Type.Array(NumberOrNull),
  temperature_1: Type.Array(NumberOrNull),
  analog_in_1: Type.Array(NumberOrNull),
  analog_in_1_transformed: Type.Array(NumberOrNull),
})

export const dataOfEquipment = endpoint('GET', '/v0/e/:id/data', 'reports', {
  operation: 'equipment.data.summary',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  summary: 'Cycles and combined data of a machine in a period, with averages, status intervals and shifts',
  shapes: {
    params: IdParams,
    query: Type.Object(
      { startDate: Instant, endDate: Instant, ...seriesChoices, ...periodChoices, pageStart: Type.Optional(Instant) },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      status: Success,
      equipment_id: Id,
      /** Cycles of the page: time, length and count. */
      cycles: Type.Object({
        at: Points.properties.at,
        cycle_time: Points.properties.cycle_time,
        count: Points.properties.count,
      }),
      /** Cycles and readings of the page together. */
      combined_data: Points,
      /** Averages of the whole period. They, the status intervals and the shifts are on the first page only. */
      ...Type.Partial(Averages).properties,
      util_detail: Type.Optional(Type.Array(UtilDetail)),
      shift_history: Type.Optional(Type.Array(ShiftTuple)),
      /** True: there are more points. Call again with this `pageStart`; only cycles and combined data continue. */
      paginated: Type.Boolean(),
      pageStart: Nullable(Instant),
      as_of: Instant,
    }),
  },
})
