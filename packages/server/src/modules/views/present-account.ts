import { toIso } from '../../platform/http/instants.ts'
import type { DeviceAccount } from '../ingest/index.ts'

/** Returns the events of a device that wait because its clock fell back, and since when; null: none. */
export function presentClockReset(account: DeviceAccount | undefined) {
  if (account === undefined || account.clockResets === 0 || account.clockResetSince === null) return null
  return { since: toIso(account.clockResetSince), events: account.clockResets }
}

/** Returns the reason for which whole messages of a device were refused last, and when; null: none was. */
export function presentRefusal(account: DeviceAccount | undefined) {
  if (account?.refusedReason == null || account.refusedAt === null) return null
  const { refusedReason: reason, refusedAt: at, refusedSince: since } = account
  return { reason, at: toIso(at), since: toIso(since ?? at) }
}
