import { DOWN } from '@millwatch/domain/status'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { equipmentKey } from '../../features/tree/queries.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { now } from '../../lib/clock.ts'

/** So long after a stop may have turned excessive it is asked whether it has. */
const AFTER_MS = 300
/** Part of a stop may lie outside the schedule: then it turns later than its length says. */
const AGAIN_MS = 60_000

/** A stop turns excessive by the clock alone: the machine is read again when its stop may have. */
export function useExcessiveInTime(machine: Equipment): void {
  const client = useQueryClient()
  const { id, current_status: status, in_excessive_downtime: isExcessive, as_of: asOf } = machine
  const startedAt = status?.status === DOWN ? Date.parse(status.started_at) : undefined
  const thresholdMs = machine.excessive_downtime_enabled ? machine.excessive_downtime_threshold * 1000 : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading that did not find it so is followed by another
  useEffect(() => {
    if (startedAt === undefined || thresholdMs === undefined || isExcessive) return
    const dueMs = startedAt + thresholdMs - now()
    const read = () => void client.invalidateQueries({ queryKey: equipmentKey(id) })
    const timer = setTimeout(read, dueMs > 0 ? dueMs + AFTER_MS : AGAIN_MS)
    return () => clearTimeout(timer)
  }, [client, id, startedAt, thresholdMs, isExcessive, asOf])
}
