import { companyRead } from '../../platform/db/statements.ts'

/**
 * Deletes the stored events of a machine before an instant (epoch ms, exclusive) and returns their number. The stored horizon and
 * the status of the machine stay as they are.
 */
export const removeEventsBefore = companyRead<{ removed: number }, number, [equipmentId: number, at: number]>(
  'ingest.remove_events_before',
  `with gone as (delete from event where company_id = $1 and equipment_id = $2 and occurred_at < $3 returning 1)
        select count(*)::int as removed from gone`,
  ([row]) => row?.removed ?? 0,
)

/** Returns the number of stored events of the company in `[from, to)` (epoch ms); `from` null: all before `to`. */
export const countEventsIn = companyRead<{ count: number }, number, [from: number | null, to: number]>(
  'ingest.count_events_in',
  `select count(*)::int as count from event
    where company_id = $1 and ($2::bigint is null or occurred_at >= $2) and occurred_at < $3`,
  ([row]) => row?.count ?? 0,
)
