import type { GuardedCall } from '@millwatch/domain/identity'
import * as addins from '../http/addins.ts'
import * as alarms from '../http/alarms.ts'
import * as alarmsDrafts from '../http/alarms-drafts.ts'
import * as apiKeys from '../http/api-keys.ts'
import * as audit from '../http/audit.ts'
import * as clientErrors from '../http/client-errors.ts'
import * as company from '../http/company.ts'
import * as companySetup from '../http/company-setup.ts'
import * as devices from '../http/devices.ts'
import * as devicesPage from '../http/devices-page.ts'
import * as groups from '../http/groups.ts'
import * as health from '../http/health.ts'
import * as identity from '../http/identity.ts'
import * as identityPasskeys from '../http/identity-passkeys.ts'
import * as identityPassword from '../http/identity-password.ts'
import * as identitySecondFactor from '../http/identity-second-factor.ts'
import * as ingest from '../http/ingest.ts'
import * as ingestQuarantine from '../http/ingest-quarantine.ts'
import * as jobs from '../http/jobs.ts'
import * as kiosks from '../http/kiosks.ts'
import * as maintenance from '../http/maintenance.ts'
import * as members from '../http/members.ts'
import * as notices from '../http/notices.ts'
import * as notifications from '../http/notifications.ts'
import * as parts from '../http/parts.ts'
import * as reports from '../http/reports.ts'
import * as reportsMailed from '../http/reports-mailed.ts'
import * as reportsParts from '../http/reports-parts.ts'
import * as reportsReliability from '../http/reports-reliability.ts'
import * as reportsStatus from '../http/reports-status.ts'
import * as reportsSummary from '../http/reports-summary.ts'
import * as runs from '../http/runs.ts'
import * as runsTags from '../http/runs-tags.ts'
import * as schedules from '../http/schedules.ts'
import * as shifts from '../http/shifts.ts'
import * as status from '../http/status.ts'
import * as statusDrawn from '../http/status-drawn.ts'
import * as stops from '../http/stops.ts'
import * as stopsReasons from '../http/stops-reasons.ts'
import * as telemetry from '../http/telemetry.ts'
import * as telemetrySeries from '../http/telemetry-series.ts'
import * as tree from '../http/tree.ts'
import * as treeLists from '../http/tree-lists.ts'
import * as utilization from '../http/utilization.ts'
import * as verifications from '../http/verifications.ts'
import * as otherOperations from '../other-operations.ts'

/**
 * Modules of the contract that export endpoints and other operations. `calls` ignores their other exports, such as schemas and
 * types.
 */
const modules = [
  addins,
  alarmsDrafts,
  alarms,
  apiKeys,
  audit,
  clientErrors,
  companySetup,
  company,
  devices,
  devicesPage,
  groups,
  health,
  identityPasskeys,
  identityPassword,
  identitySecondFactor,
  identity,
  ingestQuarantine,
  ingest,
  jobs,
  kiosks,
  notices,
  maintenance,
  members,
  notifications,
  parts,
  runsTags,
  runs,
  schedules,
  reportsMailed,
  reportsParts,
  reportsStatus,
  reportsReliability,
  reportsSummary,
  reports,
  shifts,
  statusDrawn,
  status,
  stopsReasons,
  stops,
  telemetrySeries,
  telemetry,
  treeLists,
  tree,
  utilization,
  verifications,
  otherOperations,
] as const

type ExportOf<M> = M extends unknown ? M[keyof M] : never

/**
 * Union of the names of all operations: those of the endpoints of the API, and those of operations with a policy but no endpoint.
 */
export type Operation = Extract<ExportOf<(typeof modules)[number]>, GuardedCall>['operation']

const isGuarded = (value: unknown): value is GuardedCall =>
  typeof value === 'object' && value !== null && 'operation' in value && 'policy' in value

/** Map from the name of an operation to its endpoint, or to its entry in `otherOperations` if it has a policy but no endpoint. */
export const calls = Object.fromEntries(
  modules
    .flatMap((module) => Object.values<unknown>(module))
    .filter(isGuarded)
    .map((call) => [call.operation, call]),
) as Readonly<Record<Operation, GuardedCall>>
