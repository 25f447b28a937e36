import { DOWN } from '@millwatch/domain/status'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { equipmentKey } from '../../features/tree/queries.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { now } from '../../lib/clock.ts'

/** So long after a stop may have turned excessive it is asked whether it has. */
const AFTER_MS = 300
/** This browser's clock may be a little ahead, and part of a stop outside the schedule: then it turns later than that. */
const [SOONEST_MS, LATEST_MS] = [1000, 60_000]

/** How long until it is asked (again): when the stop is due, and from then on after as long as it is overdue. */
const delayOf = (dueMs: number): number =>
  dueMs > 0 ? dueMs + AFTER_MS : Math.min(LATEST_MS, Math.max(SOONEST_MS, -dueMs))

/** A stop turns excessive by the clock alone: the machine is read again when its stop may have. */
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
