import { formatPct } from '@millwatch/domain/utilization'
import type { UtilGroup } from '../../features/utilization/types.ts'
import { toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import type { MachineData } from './machine-data.ts'

/** Bucket of a machine's period, with the time of each status in seconds, the number of cycles, and the tags of the runs. */
export interface MachineGroup extends UtilGroup {
  readonly running_s: number
  readonly down_s: number
  readonly offline_s: number
  readonly powered_off_s: number
  readonly cycles: number
  /** Names of the tags of the runs in the bucket. */
  readonly tags: readonly string[]
}

/**
 * Returns one object for each bucket from the parallel lists of an answer, with instants as ISO text. A missing number is 0, a
 * missing day of a shift or utilization is null.
 */
export function groupsOf({ groups }: Pick<MachineData, 'groups'>): MachineGroup[] {
  const at = (column: readonly number[], i: number): number => column[i] ?? 0
  return groups.time.map((time, i) => ({
    time: toIso(Math.round(time * 1000)),
    ended_at: toIso(Math.round(at(groups.ended_at, i) * 1000)),
    shift_date: groups.shift_date[i] ?? null,
    util_pct: groups.util_pct[i] ?? null,
    run_secs: at(groups.run_secs, i),
    scheduled_secs: at(groups.scheduled_secs, i),
    running_s: at(groups.running_s, i),
    down_s: at(groups.down_s, i),
    offline_s: at(groups.offline_s, i),
    powered_off_s: at(groups.powered_off_s, i),
    cycles: at(groups.cycles, i),
    tags: groups.tags[i] ?? [],
  }))
}

const CSV_COLUMNS = ['time', 'run_hours', 'scheduled_hours', 'cycle_count', 'tags', 'utilization_pct'] as const

/**
 * Returns the buckets as CSV text with a head line (specification 2, "Equipment detail page"): hours are not rounded, tags are
 * separated by semicolons.
 */
export const groupsCsv = (groups: readonly MachineGroup[]): string =>
  csvRows([
    CSV_COLUMNS,
    ...groups.map((group) => [
      group.time,
      group.run_secs / 3600,
      group.scheduled_secs / 3600,
      group.cycles,
      group.tags.join(';'),
      formatPct(group.util_pct),
    ]),
  ])
