import type { Equipment } from '../../features/tree/types.ts'
import { fromIso, useAgingNow } from '../../lib/clock.ts'
import { isSilent } from '../../ui/silence.ts'
import { isQuiet, type StatusKey, statusKey } from '../../ui/status.ts'

/** State of a machine as its screen names it. */
interface StateNow {
  /** `unknown` while its device is silent and the machine not offline yet. */
  readonly status: StatusKey
  /** Status that was read last; differs from `status` while the device is silent. */
  readonly last: StatusKey
  readonly quiet: boolean
  /** Start of the status, or the last contact of a silent device, epoch ms; null: none. */
  readonly since: number | null
}

/** Interval at which the screen looks whether the device is silent, ms. */
const STEP_MS = 5000

/** Returns the state of a machine, as all pages name it. */
export function useStateNow(machine: Equipment): StateNow {
  const at = useAgingNow(STEP_MS)
  const contactAt = fromIso(machine.last_ping_at)
  const isScheduled = machine.currently_scheduled
  const status = statusKey(machine.current_status?.status)
  const quiet = isQuiet(status, isScheduled)
  if (isSilent({ status, contactAt, isScheduled }, at))
    return { status: 'unknown', last: status, quiet, since: contactAt }
  return { status, last: status, quiet, since: fromIso(machine.current_status?.started_at) }
}

/** Instant up to which a machine is known to be down. Use it for an open stop only: it is returned without one too. */
export interface OpenStopNow {
  /** Instant (epoch ms) up to which the machine is known to be down: now, or the last contact of a silent device. */
  readonly until: number
  /** False while the device is silent, since the machine may run again. */
  readonly isCurrent: boolean
}

/** Returns up to when the open stop of a machine is known; updated every second. */
export function useOpenStopNow(machine: Equipment): OpenStopNow {
  const until = useAgingNow()
  const { status, since } = useStateNow(machine)
  return status === 'unknown' && since !== null ? { until: since, isCurrent: false } : { until, isCurrent: true }
}

/** Returns the length (ms) of a stop, of an open one as far as it is known. */
export const lengthOf = (
  { startedAt, endedAt }: { startedAt: number; endedAt: number | null },
  { until }: OpenStopNow,
): number => Math.max(0, (endedAt ?? until) - startedAt)

/** Returns the end of an open stop in words. */
export const openEndWords = ({ isCurrent }: OpenStopNow): string => (isCurrent ? 'Current' : 'no contact')
