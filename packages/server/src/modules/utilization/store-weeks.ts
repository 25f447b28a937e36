import { DAY_MS } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { spanArrays } from '../../platform/db/arrays.ts'
import { eventColumns } from './queries-rollups.ts'
import type { Span } from './queries-time.ts'
import { classes } from './tables-read.ts'

/** Greatest length of a local week in ms, including changes of clock and date. */
const LONGEST_MS = 9 * DAY_MS

/** Deletes the week rows that overlap spans of their machine, also those that overlap in part. */
export async function deleteWeeks(ctx: Ctx, spans: readonly Span[]): Promise<void> {
  if (spans.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'utilization.delete_weeks',
      text: `delete from rollup_week r using unnest($2::bigint[], $3::bigint[], $4::bigint[]) as span (equipment_id, from_ms, to_ms)
        where r.company_id = $1 and r.equipment_id = span.equipment_id and r.week_to > span.from_ms and r.week_from < span.to_ms
          and r.week_from >= $5 and r.week_from < $6`,
    },
    [
      ctx.companyId,
      ...spanArrays(spans),
      Math.min(...spans.map((span) => span.from)) - LONGEST_MS,
      Math.max(...spans.map((span) => span.to)),
    ],
  )
}

/**
 * Inserts the week rows of these weeks, summed from their day rows. No row is inserted for a week without a row for every day.
 * Rows stored before must be deleted first (`deleteWeeks`).
 */
export async function addUpWeeks(ctx: Ctx, weeks: readonly Span[]): Promise<void> {
  if (weeks.length === 0) return
  const columns = [
    ...classes.map((name) => `${name}_in_ms`),
    ...classes.map((name) => `${name}_out_ms`),
    ...eventColumns,
  ]
  await ctx.tx.prepared(
    {
      name: 'utilization.add_up_weeks',
      text: `insert into rollup_week (company_id, equipment_id, week_from, week_to, ${columns})
        select $1::bigint, week.equipment_id, week.from_ms, week.to_ms, ${columns.map((name) => `sum(r.${name})`)}
        from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as week (equipment_id, from_ms, to_ms)
        join rollup_day r on r.company_id = $1 and r.equipment_id = week.equipment_id
          and r.day_from >= week.from_ms and r.day_from < week.to_ms and r.day_from >= $5 and r.day_from < $6
        group by week.equipment_id, week.from_ms, week.to_ms
        having sum(r.day_to - r.day_from) = week.to_ms - week.from_ms`,
    },
    [
      ctx.companyId,
      ...spanArrays(weeks),
      Math.min(...weeks.map((week) => week.from)),
      Math.max(...weeks.map((week) => week.to)),
    ],
  )
}
