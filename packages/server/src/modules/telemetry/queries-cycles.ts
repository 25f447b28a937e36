import { compareEvents, type EventKey } from '@millwatch/domain/telemetry'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/**
 * Stored cycle of a machine's primary device, with its marks. `at` is its end (epoch ms); `cycleMs` (null: not sent) and
 * `derivedMs` (null: none) are ms.
 */
export interface StoredCycle extends EventKey {
  readonly eventNo: number
  readonly cycleMs: number | null
  readonly count: number
  /** Mark of the cycle: 0 none, 1 startup cycle, 2 outlier. */
  readonly mark: number
  readonly derivedMs: number | null
}

const columns = `occurred_at as at, batch_id as "batchId", position, event_no as "eventNo", cycle_ms as "cycleMs", number as count,
  marks as mark, derived_ms as "derivedMs"`

/** Selection of the cycles of one machine that end in `[from, before)` (epoch ms). */
export interface CyclesAsked {
  readonly equipmentId: number
  readonly from: number
  readonly before: number
}

/**
 * Returns by machine id the last cycles of primary devices in each machine's range, in the order of events: `atLeast` cycles, or
 * all if there are fewer, and with them all others at the instant of the first of them. `complete` is true when fewer than
 * `atLeast` were found, so the range has no others. Every machine of `questions` has an entry.
 */
export async function lastCyclesIn(
  ctx: Ctx,
  questions: readonly CyclesAsked[],
  atLeast: number,
): Promise<Map<number, { cycles: StoredCycle[]; complete: boolean }>> {
  const found = new Map<number, StoredCycle[]>(questions.map(({ equipmentId }) => [equipmentId, []]))
  if (questions.length === 0) return new Map()
  const rows = await ctx.tx.prepared<StoredCycle & { equipmentId: number }>(
    {
      name: 'telemetry.last_cycles_in',
      text: `select asked.equipment_id as "equipmentId", c.* from unnest($2::bigint[], $3::bigint[], $4::bigint[])
            as asked (equipment_id, from_ms, before_ms),
          lateral (select ${columns} from event where company_id = $1 and event.equipment_id = asked.equipment_id
            and occurred_at >= asked.from_ms and occurred_at < asked.before_ms and kind = 1 and is_primary
            order by occurred_at desc fetch first $5 rows with ties) c`,
    },
    [
      ctx.companyId,
      numberArray(questions.map((question) => question.equipmentId)),
      numberArray(questions.map((question) => question.from)),
      numberArray(questions.map((question) => question.before)),
      atLeast,
    ],
  )
  for (const { equipmentId, ...cycle } of rows) found.get(equipmentId)?.push(cycle)
  return new Map(
    [...found].map(([id, cycles]) => [id, { cycles: cycles.sort(compareEvents), complete: cycles.length < atLeast }]),
  )
}

/**
 * Returns the first `limit` cycles of a machine's primary devices at or after `from` (epoch ms), in the order of
 * events, and all others at the last instant of these. `complete` is true when fewer than `limit` were found, so there
 * are no later ones.
 */
export async function cyclesFrom(
  ctx: Ctx,
  equipmentId: number,
  from: number,
  limit: number,
): Promise<{ cycles: StoredCycle[]; complete: boolean }> {
  const rows = await ctx.tx.prepared<StoredCycle>(
    {
      name: 'telemetry.cycles_from',
      text: `select ${columns} from event where company_id = $1 and equipment_id = $2 and occurred_at >= $3 and kind = 1
        and is_primary order by occurred_at fetch first $4 rows with ties`,
    },
    [ctx.companyId, equipmentId, from, limit],
  )
  return { cycles: rows.sort(compareEvents), complete: rows.length < limit }
}
