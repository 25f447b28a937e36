import { listCompanies } from '../modules/identity/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { accountsAddUp, eventsAreStoredOnce, latestIsTheLatest } from './check-accounts.ts'
import { rollupsMatchIntervals, statusesFillTheTime } from './check-figures.ts'
import { locksAreHeldByJobs, treeIsWhole } from './check-house.ts'
import { runsEndAtTheirLastCycle } from './check-runs.ts'
import { statusMatchesEvents } from './check-status.ts'
import { timelinesAreWhole } from './check-timeline.ts'
import type { Check, Finding } from './findings.ts'

export type { Finding } from './findings.ts'
export type * from './tables.ts'

/** All checks, in the order of the catalogue of invariants (`I1` to `I13`). */
export const checks: readonly Check[] = [
  eventsAreStoredOnce,
  accountsAddUp,
  timelinesAreWhole,
  statusesFillTheTime,
  rollupsMatchIntervals,
  statusMatchesEvents,
  latestIsTheLatest,
  runsEndAtTheirLastCycle,
  locksAreHeldByJobs,
  treeIsWhole,
]

export interface VerifyDeps {
  readonly database: Database
  readonly clock: Clock
  /** Prints a line of progress for a person. */
  readonly progress?: (line: string) => void
}

/**
 * Checks all invariants of one company as of one instant, reading only; passes each to `progress` before it is checked. Returns
 * the violations in the order of the checks; an empty list if all hold.
 */
export async function verifyCompany({ database, clock, progress }: VerifyDeps, companyId: number): Promise<Finding[]> {
  const findings: Finding[] = []
  const look = async (ctx: Ctx) => {
    for (const { invariant, holds, find } of checks) {
      progress?.(`  ${invariant}  ${holds}`)
      for (const found of await find(ctx)) findings.push({ invariant, companyId, ...found })
    }
  }
  const read = { pool: 'jobs', snapshot: true } as const
  await asSystem({ database, clock }, companyId, look, read)
  return findings
}

/**
 * Checks all invariants of every company, reading only. Returns the violations, company by company; an empty list if all hold.
 */
export async function verify(deps: VerifyDeps): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { companyId, name } of await listCompanies(deps.database)) {
    deps.progress?.(`Checking ${name}`)
    findings.push(...(await verifyCompany(deps, companyId)))
  }
  return findings
}

/**
 * Returns a finding as one line for people: invariant, company, machine, device and instant, as far as it has them, and the text.
 */
export function describeFinding({ invariant, companyId, equipmentId, deviceId, at, text }: Finding): string {
  const places = [
    `company ${companyId}`,
    ...(equipmentId === undefined ? [] : [`machine ${equipmentId}`]),
    ...(deviceId === undefined ? [] : [`device ${deviceId}`]),
    ...(at === undefined ? [] : [`at ${instantText(at)}`]),
  ]
  return `${invariant}  ${places.join(', ')}: ${text}`
}

/** Returns an instant (epoch ms) as ISO 8601. A damaged one may be out of the range of dates and is returned as a number. */
function instantText(at: number): string {
  const furthest = 8.64e15
  return Math.abs(at) > furthest ? String(at) : Temporal.Instant.fromEpochMilliseconds(at).toString()
}
