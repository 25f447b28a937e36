import type { Shift } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import { type EventSums, noSums, type OUTSIDE, type RollupRow, SUM, type Sums } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, spanArrays } from '../../platform/db/arrays.ts'
import type { Span } from './queries-time.ts'

/** Names of the columns with event sums, in the order of `Sums` from `cycles` on. */
export const eventColumns = [
  'cycles',
  'parts',
  'cycle_ms_sum',
  'cycle_ms_count',
  'startup_ms_sum',
  'startup_count',
  'outlier_ms_sum',
  'outlier_count',
  'temperature_sum',
  'temperature_count',
  'analog_sum',
  'analog_count',
]

/**
 * Returns the event sums stored in quarter-hour rows of spans, by `no` of the span, with shift and shift date, in no order. Rows
 * without events are left out, and spans without such rows are missing.
 */
export async function eventSumsInQuarters(
  ctx: Ctx,
  spans: readonly (Span & { readonly no: number })[],
): Promise<Map<number, EventSums[]>> {
  const lists = new Map<number, EventSums[]>()
  if (spans.length === 0) return lists
  const rows = await ctx.tx.prepared<{
    no: number
    at: number
    shift: Shift | typeof OUTSIDE
    date: number
    sums: string
  }>(
    {
      name: 'utilization.said_in_quarters',
      text: `select span.no, q.bucket_at as at, q.shift, q.shift_date as date, array_to_string(array[${eventColumns.map((column) => `q.${column}`)}]::float8[], ',', '') as sums
        from unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[]) as span (no, equipment_id, from_ms, to_ms)
        join rollup_quarter q on q.company_id = $1 and q.equipment_id = span.equipment_id
          and q.bucket_at >= span.from_ms and q.bucket_at < span.to_ms and q.bucket_at >= $6 and q.bucket_at < $7
        where num_nonnulls(${eventColumns.map((column) => `q.${column}`)}) > 0`,
    },
    [
      ctx.companyId,
      numberArray(spans.map((span) => span.no)),
      ...spanArrays(spans),
      Math.min(...spans.map((span) => span.from)),
      Math.max(...spans.map((span) => span.to)),
    ],
  )
  for (const { no, at, shift, date, sums: texts } of rows) {
    const list = lists.get(no) ?? []
    list.push({ at, shift, shiftDate: date, sums: fromTexts(texts.split(','), SUM.cycles) })
    lists.set(no, list)
  }
  return lists
}

interface SumsOver extends Range {
  readonly sums: Sums
}

const times = ['running', 'down_short', 'down_excessive', 'offline', 'powered_off']

/** Returns the stored quarter-hour rows of a machine that begin in a span, with their sums, in no order. */
export async function storedQuarters(ctx: Ctx, span: Span): Promise<RollupRow[]> {
  const rows = await ctx.tx.prepared<{ at: number; shift: RollupRow['shift']; date: number; sums: string }>(
    {
      name: 'utilization.stored_quarters',
      text: `select bucket_at as at, shift, shift_date as date, array_to_string(array[${[...times.map((time) => `${time}_ms`), ...eventColumns]}]::float8[], ',', '') as sums
        from rollup_quarter where company_id = $1 and equipment_id = $2 and bucket_at >= $3 and bucket_at < $4`,
    },
    [ctx.companyId, span.equipmentId, span.from, span.to],
  )
  return rows.map(({ at, shift, date, sums }) => ({ bucketAt: at, shift, shiftDate: date, sums: sumsOf(sums, shift) }))
}

/** Returns the day or week rows that lie wholly in a span, with their sums, in no order. */
async function storedWhole(ctx: Ctx, span: Span, level: 'day' | 'week') {
  const columns = [...times.map((time) => `${time}_in_ms`), ...times.map((time) => `${time}_out_ms`), ...eventColumns]
  const rows = await ctx.tx.prepared<{ from: number; to: number; sums: string }>(
    {
      name: `utilization.stored_${level}s`,
      text: `select ${level}_from as "from", ${level}_to as "to", array_to_string(array[${columns}]::float8[], ',', '') as sums from rollup_${level}
        where company_id = $1 and equipment_id = $2 and ${level}_from >= $3 and ${level}_to <= $4`,
    },
    [ctx.companyId, span.equipmentId, span.from, span.to],
  )
  return rows.map(({ from, to, sums }) => ({ from, to, sums: fromTexts(sums.split(','), 0) }))
}

/** Returns the stored day rows that lie wholly in a span, with their sums, in no order. */
export const storedDays = (ctx: Ctx, span: Span): Promise<SumsOver[]> => storedWhole(ctx, span, 'day')

/** Returns the stored week rows that lie wholly in a span, with their sums, in no order. */
export const storedWeeks = (ctx: Ctx, span: Span): Promise<SumsOver[]> => storedWhole(ctx, span, 'week')

export async function storedDayShifts(ctx: Ctx, span: Span): Promise<{ from: number; to: number; row: RollupRow }[]> {
  const rows = await ctx.tx.prepared<{ from: number; to: number; shift: Shift; date: number; sums: string }>(
    {
      name: 'utilization.stored_day_shifts',
      text: `select day_from as "from", day_to as "to", shift, shift_date as date, array_to_string(array[${[...times.map((time) => `${time}_ms`), ...eventColumns]}]::float8[], ',', '') as sums
        from rollup_day_shift where company_id = $1 and equipment_id = $2 and day_from >= $3 and day_to <= $4`,
    },
    [ctx.companyId, span.equipmentId, span.from, span.to],
  )
  return rows.map(({ from, to, shift, date, sums }) => ({
    from,
    to,
    row: { bucketAt: from, shift, shiftDate: date, sums: sumsOf(sums, shift) },
  }))
}

/**
 * Returns the sums of one row, parsed from text. Its times are those inside shift history, or outside if the shift is negative.
 */
function sumsOf(text: string, shift: number): Sums {
  const values = text.split(',')
  const ofRow = values.slice(0, times.length)
  const none = times.map(() => '')
  return fromTexts([...(shift < 0 ? [...none, ...ofRow] : [...ofRow, ...none]), ...values.slice(times.length)], 0)
}

function fromTexts(values: readonly string[], at: number): Sums {
  const sums = noSums()
  values.forEach((value, i) => {
    sums[at + i] = Number(value)
  })
  return sums
}
