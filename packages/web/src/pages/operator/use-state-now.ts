import type { Equipment } from '../../features/tree/types.ts'
import { fromIso, useAgingNow } from '../../lib/clock.ts'
import { isSilent } from '../../ui/silence.ts'
import { isQuiet, type StatusKey, statusKey } from '../../ui/status.ts'

/** Status of a machine for the screen of its operator, with its start. */
interface StateNow {
  /** Present status; `unknown` while the device is silent and the machine not offline yet. */
  readonly status: StatusKey
  /** Status that was read last; differs from `status` while the device is silent. */
  readonly last: StatusKey
  readonly quiet: boolean
  /** Start of the status (epoch ms), or the last contact of a silent device; null if there is none. */
  readonly since: number | null
}

/** Interval at which the screen checks if the device is silent, ms. */
const STEP_MS = 5000

/** Returns the status of a machine, which is `unknown` since the last contact while its device is silent. Updated every 5 s. */
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

/** Instant up to which a machine is known to be down. It is only meaningful for an open stop, but returned without one too. */
export interface OpenStopNow {
  /** Instant (epoch ms) up to which the machine is known to be down: now, or the last contact of a silent device. */
  readonly until: number
  /** False while the device is silent, since the machine may run again. */
  readonly isCurrent: boolean
}

/**
 * Returns the instant up to which the open stop of a machine is known to last: now, updated every second, or the last contact
 * while the device is silent.
 */
export function useOpenStopNow(machine: Equipment): OpenStopNow {
  const until = useAgingNow()
  const { status, since } = useStateNow(machine)
  return status === 'unknown' && since !== null ? { until: since, isCurrent: false } : { until, isCurrent: true }
}

/** Returns the length (ms) of a stop; for an open stop up to the instant until which it is known to last. Never negative. */
export const lengthOf = (
  { startedAt, endedAt }: { startedAt: number; endedAt: number | null },
  { until }: OpenStopNow,
): number => Math.max(0, (endedAt ?? until) - startedAt)

/** Returns the text in place of the end of an open stop: `Current`, or `no contact` if it is not known that the stop lasts. */
export const openEndWords = ({ isCurrent }: OpenStopNow): string => (isCurrent ? 'Current' : 'no contact')
