import type { Owner } from '../lib/owner.ts'

/**
 * Counts by hand how often the temperature of a machine was above a limit for longer than `forMs` ms: one statement reads every
 * value after `from` (epoch ms), and a loop compares them. A last stretch above the limit counts, however short. Returns the time
 * in ms and the count.
 */
export async function countedByHand(
  owner: Owner,
  { equipmentId, from, limit, forMs }: { equipmentId: number; from: number; limit: number; forMs: number },
): Promise<{ readonly ms: number; readonly trips: number }> {
  const began = performance.now()
  const rows = await owner.rows<{ at: string; value: number }>(
    `select occurred_at as at, temperature_1 as value from event
      where company_id = 1 and equipment_id = $1 and occurred_at > $2 and kind in (1, 2) and temperature_1 is not null
      order by occurred_at, batch_id collate "C", position`,
    [equipmentId, from],
  )
  let since: number | null = null
  let trips = 0
  for (const { at, value } of rows) {
    const isBeyond = value > limit
    if (!isBeyond && since !== null && since + forMs < Number(at)) trips += 1
    since = isBeyond ? (since ?? Number(at)) : null
  }
  if (since !== null) trips += 1
  return { ms: performance.now() - began, trips }
}
