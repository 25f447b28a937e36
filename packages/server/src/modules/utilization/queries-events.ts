import { MAX_READING } from '@millwatch/contract/devices'
import { FACTS_LENGTH, noSums, SUM, type Sums } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, spanArrays, textArray } from '../../platform/db/arrays.ts'
import type { Span } from './queries-time.ts'

/** Span that is divided at `cuts` (epoch ms, ascending, inside the span); each part is summed separately. */
export interface CutSpan extends Span {
  readonly cuts: readonly number[]
}

/**
 * Sums of events in one part of a span, and in one multiple of `bucketMs` (from `bucketAt`, epoch ms; 0 if no `bucketMs` was
 * given). Part 0 ends at the first cut, part n begins at `cuts[n - 1]`.
 */
export interface PartSums {
  /** Index of the span in the list of spans. */
  readonly span: number
  readonly part: number
  readonly bucketAt: number
  readonly cycles: number
  readonly sums: Sums
}

interface Row {
  no: number
  part: number
  bucket: number
  cycles: number
  facts: (number | null)[]
}

/** Returns SQL of a condition: the column has a reading that is not too large to be added. */
const isInLimits = (column: string): string => `${column} between -${MAX_READING}::float8 and ${MAX_READING}::float8`

/**
 * SQL of the sums of events, from cycle time on. Cycles are those of the primary device, readings those of any device. An analog
 * value is converted by the configuration of its device in force at that time. Readings outside the limits of the contract, which
 * older versions stored, are left out.
 */
const facts = `array[
  sum(coalesce(e.cycle_ms, e.derived_ms) * e.number::bigint) filter (where e.kind = 1 and e.is_primary),
  sum(e.number) filter (where e.kind = 1 and e.is_primary and coalesce(e.cycle_ms, e.derived_ms) is not null),
  sum(coalesce(e.cycle_ms, e.derived_ms) * e.number::bigint) filter (where e.kind = 1 and e.is_primary and e.marks & 1 <> 0),
  sum(e.number) filter (where e.kind = 1 and e.is_primary and e.marks & 1 <> 0),
  sum(coalesce(e.cycle_ms, e.derived_ms) * e.number::bigint) filter (where e.kind = 1 and e.is_primary and e.marks & 2 <> 0),
  sum(e.number) filter (where e.kind = 1 and e.is_primary and e.marks & 2 <> 0),
  sum(e.temperature_1) filter (where ${isInLimits('e.temperature_1')}), count(*) filter (where ${isInLimits('e.temperature_1')}),
  sum(e.analog_in_1 * d.analog_scale + d.analog_offset) filter (where ${isInLimits('e.analog_in_1')}),
  count(*) filter (where ${isInLimits('e.analog_in_1')})]::float8[]`

const settingsInForce = `left join (select device_id, valid_from, analog_scale, analog_offset,
    lead(valid_from, 1, 9223372036854775807) over (partition by device_id order by valid_from) as valid_to
    from device_setting where company_id = $1) as d
  on e.analog_in_1 is not null and d.device_id = e.device_id and d.valid_from <= e.occurred_at and e.occurred_at < d.valid_to`

// `offset 0` keeps the order of the joins: without statistics PostgreSQL chose one that took 160 times as long (decision 0167).
const text = (averages: boolean) => `with span as materialized (
    select no, equipment_id, from_ms, to_ms, cuts::bigint[] as cuts
    from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) with ordinality as asked (equipment_id, from_ms, to_ms, cuts, no))
  select span.no::int as no, width_bucket(e.occurred_at, span.cuts) as part, e.occurred_at / $8::bigint as bucket,
    coalesce(sum(e.number) filter (where e.kind = 1 and e.is_primary), 0)::float8 as cycles,
    ${averages ? facts : 'null'} as facts
  from span cross join lateral (select * from event where company_id = $1 and equipment_id = span.equipment_id
    and occurred_at >= span.from_ms and occurred_at < span.to_ms and occurred_at >= $6 and occurred_at < $7 and kind in (1, 2) offset 0) as e
  ${averages ? settingsInForce : ''}
  group by 1, 2, 3`

const EVER = Number.MAX_SAFE_INTEGER

/**
 * Returns the sums of cycles and readings in each part of the spans, divided also at every multiple of `bucketMs` when given.
 * Omits parts without events. Without `averages` only the number of cycles is summed. The sum `parts` stays 0, as it depends on
 * runs.
 */
export async function eventSumsOver(
  ctx: Ctx,
  spans: readonly CutSpan[],
  { averages, bucketMs = EVER }: { averages: boolean; bucketMs?: number },
): Promise<PartSums[]> {
  if (spans.length === 0) return []
  const rows = await ctx.tx.prepared<Row>(
    { name: averages ? 'utilization.cycles_and_readings_over' : 'utilization.cycles_over', text: text(averages) },
    [
      ctx.companyId,
      ...spanArrays(spans),
      textArray(spans.map((span) => numberArray(span.cuts))),
      Math.min(...spans.map((span) => span.from)),
      Math.max(...spans.map((span) => span.to)),
      bucketMs,
    ],
  )
  return rows.map(({ no, part, bucket, cycles, facts: values }) => {
    const sums = noSums()
    sums[SUM.cycles] = cycles
    for (let i = SUM.cycleMs; values !== null && i < FACTS_LENGTH; i++) sums[i] = values[i - SUM.cycleMs] ?? 0
    return { span: no - 1, part, bucketAt: bucket * bucketMs, cycles, sums }
  })
}
