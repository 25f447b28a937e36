import type { Answer } from '@millwatch/contract/endpoint'
import type { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import type { MailedPeriod } from '@millwatch/domain/reports'
import { OFFLINE, showsRecentCycles } from '@millwatch/domain/status'
import { isUnderUtilized } from '@millwatch/domain/utilization'
import { fromIso } from '../../platform/http/instants.ts'
import type { ReportContent } from '../notices/index.ts'

type Summary = Omit<Answer<typeof summaryOfOrgUnit>, 'status'>
type MachineRow = Summary['equipment'][number]
type Machine = ReportContent['machines'][number]

interface MailedAbout {
  readonly period: MailedPeriod
  readonly timeZone: string
  /** False: its reader requested this report by a button. */
  readonly isRegular: boolean
}

const sumsOf = (row: MachineRow | Summary['units'][number]) => ({
  id: row.id,
  name: row.name,
  utilPct: row.util_pct,
  runS: row.run_secs,
  scheduledS: row.scheduled_s,
  offlineS: row.offline_scheduled_s,
})

const instant = (iso: string | null | undefined): number | null =>
  iso === null || iso === undefined ? null : fromIso(iso, 'instant')

/**
 * Returns the exceptions of a machine as on the page: no recent cycle (only with `showsCycles`), under-utilized and offline, the
 * last two for active machines only.
 */
function exceptionsOf(row: MachineRow, showsCycles: boolean): Machine['exceptions'] {
  return [
    ...(showsCycles && row.no_recent_cycle ? (['no-cycle'] as const) : []),
    ...(row.active && isUnderUtilized(row.util_pct, row.util_excluded) ? (['under'] as const) : []),
    ...(row.active && row.current_status?.status === OFFLINE ? (['offline'] as const) : []),
  ]
}

/** Converts the answer of the summary report into the content of its mail; times stay seconds, instants become epoch ms. */
export function presentMailed(summary: Summary, { period, timeZone, isRegular }: MailedAbout): ReportContent {
  const { cadence, from, to } = period
  const showsCycles = showsRecentCycles(from, to, timeZone)
  return {
    ...{ kind: 'report', cadence, isRegular, timeZone, from, to },
    orgUnitId: summary.units[0]?.id ?? 0,
    computedAt: fromIso(summary.as_of, 'as_of'),
    units: summary.units.map((unit) => ({ ...sumsOf(unit), parentId: unit.parent_id })),
    machines: summary.equipment.map((row) => ({
      ...sumsOf(row),
      unitId: row.parent_org_unit_id,
      isExcluded: row.util_excluded,
      isArchived: !row.active,
      status: row.current_status?.status ?? null,
      statusSince: instant(row.current_status?.started_at),
      lastCycleAt: instant(row.latest_cycle_at),
      exceptions: exceptionsOf(row, showsCycles),
      excessive: row.excessive.map(({ status_reason_id: reasonId, stops, scheduled_s: s }) => ({ reasonId, stops, s })),
    })),
    reasons: summary.reasons,
  }
}
