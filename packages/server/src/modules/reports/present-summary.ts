import type { Answer } from '@millwatch/contract/endpoint'
import type { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { lacksRecentCycle } from '@millwatch/domain/status'
import { dataPct, utilPct } from '@millwatch/domain/utilization'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { EquipmentRow } from '../tree/index.ts'
import type { UtilizationFigures } from '../utilization/index.ts'
import type { StopsByMachine } from './downtime-totals.ts'
import type { MachineState } from './summary-facts.ts'

type MachineRow = Answer<typeof summaryOfOrgUnit>['equipment'][number]

/** Converts the figures of a unit or machine into the sums of its row; times in seconds. */
export const presentSums = (figures: UtilizationFigures) => ({
  util_pct: utilPct(figures),
  run_secs: figures.effectiveRunMs / 1000,
  scheduled_s: figures.scheduledMs / 1000,
  offline_scheduled_s: figures.offlineScheduledMs / 1000,
})

interface MachineParts {
  readonly whole: UtilizationFigures
  /** Figures of each bucket, in order. */
  readonly parts: readonly UtilizationFigures[]
  readonly facts: ReadonlyMap<number, MachineState>
  readonly stops: StopsByMachine
  readonly now: number
}

/** Converts a machine with its figures, state and stops into its row of the summary; times are seconds. */
export function presentMachineRow(
  machine: EquipmentRow,
  { whole, parts, facts, stops, now }: MachineParts,
): MachineRow {
  const { equipmentId: id, name, parentOrgUnitId, active } = machine
  const { status, lastCycleAt, lastContactAt, source, isExcluded } = facts.get(id) ?? unknown
  return {
    id,
    name,
    parent_org_unit_id: parentOrgUnitId,
    active,
    current_status: status === undefined ? null : { status: status.statusId, started_at: toIso(status.startedAt) },
    util_excluded: isExcluded,
    ...presentSums(whole),
    by_bucket: parts.map(pctInBucket),
    buckets_without_data: parts.flatMap((part, place) => (dataPct(part) === 0 ? [place] : [])),
    latest_cycle_at: toIsoOrNull(lastCycleAt),
    last_contact_at: toIsoOrNull(lastContactAt),
    no_recent_cycle: lacksRecentCycle({ active, hasStatus: status !== undefined, lastCycleAt, source }, now),
    excessive: (stops.get(id) ?? []).map(({ key, stops: many, ms }) => ({
      status_reason_id: key,
      stops: many,
      scheduled_s: ms / 1000,
    })),
  }
}

const unknown: MachineState = {
  status: undefined,
  lastCycleAt: null,
  lastContactAt: null,
  source: null,
  isExcluded: false,
}

/**
 * Returns the utilization of a bucket in percent with two decimals; null if nothing was scheduled, or if none of the scheduled
 * time has data.
 */
function pctInBucket(figures: UtilizationFigures): number | null {
  const pct = utilPct(figures)
  return pct === null || dataPct(figures) === 0 ? null : Math.round(pct * 100) / 100
}
