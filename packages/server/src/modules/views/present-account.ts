import { toIso } from '../../platform/http/instants.ts'
import type { DeviceAccount } from '../ingest/index.ts'

/**
 * Returns the number of events of a device that wait because its clock fell back, and since when (ISO 8601); null: none waits.
 */
export function presentClockReset(account: DeviceAccount | undefined) {
  if (account === undefined || account.clockResets === 0 || account.clockResetSince === null) return null
  return { since: toIso(account.clockResetSince), events: account.clockResets }
}

/**
 * Returns the reason for which whole messages of a device were refused last, when that was, and since when they are refused (ISO
 * 8601); null: none was refused.
 */
export function presentRefusal(account: DeviceAccount | undefined) {
  if (account?.refusedReason == null || account.refusedAt === null) return null
  const { refusedReason: reason, refusedAt: at, refusedSince: since } = account
  return { reason, at: toIso(at), since: toIso(since ?? at) }
}
