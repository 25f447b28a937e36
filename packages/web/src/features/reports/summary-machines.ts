import { excessiveSums } from '@millwatch/domain/reports'
import { OFFLINE } from '@millwatch/domain/status'
import { dataPct, isUnderUtilized } from '@millwatch/domain/utilization'
import { fromIso } from '../../lib/clock.ts'
import type { Summary } from './summary-query.ts'

/**
 * Conditions of a machine that need attention, each a filter of the summary: no recent cycle, low utilization (`under`), and
 * status offline.
 */
export const exceptions = ['no-cycle', 'under', 'offline'] as const
export type Exception = (typeof exceptions)[number]

/** State of a machine that live messages keep current, with the field names of the API. */
interface LiveState {
  readonly id: number
  readonly current_status: Summary['equipment'][number]['current_status']
  readonly latest_cycle: { readonly occurred_at: string } | null
  readonly last_ping_at: string | null
}

/**
 * Machine of a summary with its figures over the period and its present state. Instants are epoch ms; names that end in `S` are
 * seconds.
 */
export interface SummaryMachine {
  readonly id: number
  readonly name: string
  readonly parentId: number
  readonly isArchived: boolean
  readonly isExcluded: boolean
  /** Number of the present status; null before the first message of the machine. */
  readonly status: number | null
  readonly statusSince: number | null
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  readonly offlineS: number
  readonly byBucket: readonly (number | null)[]
  /**
   * Indexes in `byBucket` where the value is null because there was no data in all of the scheduled time; at its other nulls
   * nothing was scheduled.
   */
  readonly withoutData: readonly number[]
  readonly excessiveS: number
  readonly stops: number
  readonly excessive: Summary['equipment'][number]['excessive']
  /**
   * Name of the reason with the most excessive time, null if those stops have no reason. Undefined if there are no excessive
   * stops.
   */
  readonly lostTo: string | null | undefined
  readonly lastCycleAt: number | null
  readonly lastContactAt: number | null
  readonly exceptions: ReadonlySet<Exception>
}

/**
 * Returns the machines of a summary in its order. The status is that of `live` for machines in that list; last cycle and last
 * contact are the later of both.
 */
export function machinesOf(summary: Summary, live: readonly LiveState[]): SummaryMachine[] {
  const liveById = new Map(live.map((state) => [state.id, state]))
  return summary.equipment.map((row) => {
    const state = liveById.get(row.id)
    const status = (state ?? row).current_status
    const [most] = row.excessive
    return {
      id: row.id,
      name: row.name,
      parentId: row.parent_org_unit_id,
      isArchived: !row.active,
      isExcluded: row.util_excluded,
      status: status?.status ?? null,
      statusSince: fromIso(status?.started_at),
      utilPct: row.util_pct,
      runS: row.run_secs,
      scheduledS: row.scheduled_s,
      offlineS: row.offline_scheduled_s,
      byBucket: row.by_bucket,
      withoutData: row.buckets_without_data,
      ...excessiveSums(row.excessive.map(({ stops, scheduled_s: s }) => ({ stops, s }))),
      excessive: row.excessive,
      lostTo: most && reasonName(summary, most.status_reason_id),
      lastCycleAt: latest(row.latest_cycle_at, state?.latest_cycle?.occurred_at),
      lastContactAt: latest(row.last_contact_at, state?.last_ping_at),
      exceptions: exceptionsOf(summary, row, status?.status, state),
    }
  })
}

/** Returns the name of a reason by its id; null for no reason, an empty text for an unknown id. */
export const reasonName = ({ reasons }: Summary, id: number | null): string | null =>
  id === null ? null : (reasons[id] ?? '')

function latest(read: string | null, live: string | null | undefined): number | null {
  const instants = [fromIso(read), fromIso(live)].filter((at) => at !== null)
  return instants.length === 0 ? null : Math.max(...instants)
}

/**
 * Returns the exceptions of a machine. `no-cycle` comes from the server (only if `showsRecentCycles` is true) and ends with a
 * cycle after its answer; `under` and `offline` are only for machines that are not archived, `under` only for ones that are not
 * excluded.
 */
function exceptionsOf(
  { showsRecentCycles }: Summary,
  row: Summary['equipment'][number],
  status: number | undefined,
  live: LiveState | undefined,
): ReadonlySet<Exception> {
  const found = new Set<Exception>()
  const hasNewCycle = live !== undefined && (live.latest_cycle?.occurred_at ?? null) !== row.latest_cycle_at
  if (showsRecentCycles && row.no_recent_cycle && !hasNewCycle) found.add('no-cycle')
  if (row.active && isUnderUtilized(row.util_pct, row.util_excluded)) found.add('under')
  if (row.active && status === OFFLINE) found.add('offline')
  return found
}

/** Returns the share of scheduled time with data, %; null if nothing was scheduled. */
export const dataShare = ({ scheduledS, offlineS }: { scheduledS: number; offlineS: number }): number | null =>
  dataPct({ scheduledMs: scheduledS * 1000, offlineScheduledMs: offlineS * 1000 })
