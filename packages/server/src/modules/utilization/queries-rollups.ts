import type { Shift } from '@millwatch/domain/shifts'
import { type EventSums, FACTS_LENGTH, noSums, type OUTSIDE, SUM } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import type { Span } from './queries-time.ts'

/** What was said, in the order of `Sums` from `cycles` on. */
export const said = [
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

/** What quarter-hours of spans say was said, by the number of the span, and in it by local shift and day. */
export async function saidInQuarters(
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
      text: `select span.no, q.bucket_at as at, q.shift, q.shift_date as date, array_to_string(array[${said.map((one) => `q.${one}`)}]::float8[], ',', '') as sums
        from unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[]) as span (no, equipment_id, from_ms, to_ms)
        join rollup_quarter q on q.company_id = $1 and q.equipment_id = span.equipment_id
          and q.bucket_at >= span.from_ms and q.bucket_at < span.to_ms and q.bucket_at >= $6 and q.bucket_at < $7
        where num_nonnulls(${said.map((one) => `q.${one}`)}) > 0`,
    },
    [
      ctx.companyId,
      numberArray(spans.map((span) => span.no)),
      numberArray(spans.map((span) => span.equipmentId)),
      numberArray(spans.map((span) => span.from)),
      numberArray(spans.map((span) => span.to)),
      Math.min(...spans.map((span) => span.from)),
      Math.max(...spans.map((span) => span.to)),
    ],
  )
  for (const { no, at, shift, date, sums: texts } of rows) {
    const sums = noSums()
    const values = texts.split(',')
    for (let i = SUM.cycles; i < FACTS_LENGTH; i++) sums[i] = Number(values[i - SUM.cycles])
    const list = lists.get(no) ?? []
    list.push({ at, shift, shiftDate: date, sums })
    lists.set(no, list)
  }
  return lists
}
