import { DOWN } from '@millwatch/domain/status'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { equipmentKey } from '../../features/tree/queries.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { now } from '../../lib/clock.ts'

/** Delay after the instant at which a stop may have become excessive, ms. */
const AFTER_MS = 300
/**
 * Limits of the delay between readings, ms. The browser's clock may be ahead, and unscheduled time makes a stop
 * excessive later.
 */
const [SOONEST_MS, LATEST_MS] = [1000, 60_000]

/**
 * Returns the delay until the next reading, ms. It is 300 ms more than `dueMs`, the time until the stop may become excessive; for
 * an overdue stop it is as long as the stop is overdue, within 1 to 60 s.
 */
const delayOf = (dueMs: number): number =>
  dueMs > 0 ? dueMs + AFTER_MS : Math.min(LATEST_MS, Math.max(SOONEST_MS, -dueMs))

/**
 * Reads the machine again at the instant at which its present stop may become excessive, and repeatedly until it is, since the
 * message about it may come later or be missed. Does nothing for a machine that is not down, is excessive already, or has no
 * threshold.
 */
export function useExcessiveInTime(machine: Equipment): void {
  const client = useQueryClient()
  const { id, current_status: status, in_excessive_downtime: isExcessive, as_of: asOf } = machine
  const startedAt = status?.status === DOWN ? Date.parse(status.started_at) : undefined
  const thresholdMs = machine.excessive_downtime_enabled ? machine.excessive_downtime_threshold * 1000 : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading that did not find it so is followed by another
  useEffect(() => {
    if (startedAt === undefined || thresholdMs === undefined || isExcessive) return
    const read = () => void client.invalidateQueries({ queryKey: equipmentKey(id) })
    const timer = setTimeout(read, delayOf(startedAt + thresholdMs - now()))
    return () => clearTimeout(timer)
  }, [client, id, startedAt, thresholdMs, isExcessive, asOf])
}
