import type { PrimaryTenure } from '@millwatch/domain/status'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRead } from '../../platform/db/statements.ts'

interface Attached {
  readonly deviceId: number
  readonly equipmentId: number
  readonly isPrimary: boolean
  readonly from: number
}

/** SQL of the earliest instant for which events are evidence: their time, or the earlier `since` of a ping. */
const evidenceFrom = 'min(least(occurred_at, since))'

/**
 * Moves those stored events of a device at or after `from` (epoch ms) that belong to no machine to a machine, and marks them as
 * of a primary device or not. Returns the earliest instant (epoch ms) for which they are evidence (a ping from its `since` on);
 * null when there are none.
 */
export async function attachStoredEvents(ctx: Ctx, attached: Attached): Promise<number | null> {
  const { deviceId, equipmentId, isPrimary, from } = attached
  const [moved] = await ctx.tx.prepared<{ earliest: number | null }>(
    {
      name: 'ingest.attach_events',
      text: `with moved as (
          update event set equipment_id = $3, is_primary = $5
          where company_id = $1 and equipment_id = 0 and device_id = $2 and occurred_at >= $4 returning occurred_at, since
        )
        select ${evidenceFrom} as earliest from moved`,
    },
    [ctx.companyId, deviceId, equipmentId, from, isPrimary],
  )
  return moved?.earliest ?? null
}

interface PrimariesOfMachine {
  readonly equipmentId: number
  readonly from: number
  /** Primary devices over all time, in order of time. */
  readonly primaries: readonly PrimaryTenure[]
}

/**
 * Sets the primary mark of a machine's stored events at or after `from` (epoch ms) by the given primary devices. Returns the
 * earliest instant (epoch ms) for which a changed event is evidence (a ping from its `since` on); null when none changed.
 */
export async function markPrimaryEvents(
  ctx: Ctx,
  { equipmentId, from, primaries }: PrimariesOfMachine,
): Promise<number | null> {
  const [marked] = await ctx.tx.prepared<{ earliest: number | null }>(
    {
      name: 'ingest.mark_primary_events',
      text: `with marked as (
          update event e set is_primary = not e.is_primary
          where e.company_id = $1 and e.equipment_id = $2 and e.occurred_at >= $3
            and e.is_primary <> ${isPrimaryByTenures} returning e.occurred_at, e.since
        )
        select ${evidenceFrom} as earliest from marked`,
    },
    [ctx.companyId, equipmentId, from, ...tenureArrays(primaries)],
  )
  return marked?.earliest ?? null
}

/**
 * SQL condition that the device of event `e` was primary at the event's instant; the arrays `$4` to `$6` have the tenures of
 * primary devices.
 */
const isPrimaryByTenures = `exists (select from unnest($4::bigint[], $5::bigint[], $6::bigint[]) as t (device_id, from_ms, to_ms)
  where t.device_id = e.device_id and t.from_ms <= e.occurred_at and (t.to_ms is null or e.occurred_at < t.to_ms))`

const tenureArrays = (primaries: readonly PrimaryTenure[]) => [
  numberArray(primaries.map((tenure) => tenure.deviceId)),
  numberArray(primaries.map((tenure) => Math.max(tenure.from, Number.MIN_SAFE_INTEGER))),
  numberArray(primaries.map((tenure) => tenure.to)),
]

/**
 * Returns the time (epoch ms) of a machine's earliest stored event that is marked as from a primary device although its device
 * was not primary then, or the other way round, and the number of such events; null if there is none. `primaries`: the devices
 * with the times in which they were primary. Changes nothing.
 */
export async function wronglyMarkedEvents(
  ctx: Ctx,
  { equipmentId, primaries }: Pick<PrimariesOfMachine, 'equipmentId' | 'primaries'>,
): Promise<{ earliest: number; count: number } | null> {
  const [found] = await ctx.tx.prepared<{ earliest: number | null; count: number }>(
    {
      name: 'ingest.wrongly_marked_events',
      text: `select min(e.occurred_at) as earliest, count(*)::int as count from event e
        where e.company_id = $1 and e.equipment_id = $2 and e.occurred_at >= $3 and e.is_primary <> ${isPrimaryByTenures}`,
    },
    [ctx.companyId, equipmentId, Number.MIN_SAFE_INTEGER, ...tenureArrays(primaries)],
  )
  return found === undefined || found.earliest === null ? null : { earliest: found.earliest, count: found.count }
}

/**
 * Returns the time (epoch ms) of the earliest event of a machine's primary devices after `now` (exclusive), which is not in force
 * yet; null if there is none.
 */
export const nextPrimaryEventAfter = companyRead<
  { next: number | null },
  number | null,
  [equipmentId: number, now: number]
>(
  'ingest.next_primary_event',
  `select min(occurred_at) as next from event
        where company_id = $1 and equipment_id = $2 and occurred_at > $3 and is_primary`,
  ([row]) => row?.next ?? null,
)
