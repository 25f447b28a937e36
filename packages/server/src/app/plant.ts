import { machinesChanged } from '../flow/changed.ts'
import { needsOfTree } from '../flow/for-modules.ts'
import { settleShifts } from '../flow/keep-shifts.ts'
import { retention, retentionTime } from '../flow/retention.ts'
import { addinsRoutes } from '../modules/addins/index.ts'
import { clientErrorsRoutes, forgetClientErrors } from '../modules/client-errors/index.ts'
import { companyRoutes, logoRoutes } from '../modules/company/index.ts'
import { type DevicesDeps, devicesRoutes } from '../modules/devices/index.ts'
import { ingestRoutes } from '../modules/ingest/index.ts'
import { jobsRoutes } from '../modules/jobs/index.ts'
import { forgetNotifications, notificationsRoutes } from '../modules/notifications/index.ts'
import { reportsCalls } from '../modules/reports/index.ts'
import { runsRoutes } from '../modules/runs/index.ts'
import { schedulesRoutes } from '../modules/schedules/index.ts'
import { shiftEditRoutes } from '../modules/shifts/index.ts'
import { stopsCalls } from '../modules/stops/index.ts'
import { treeRoutes } from '../modules/tree/index.ts'
import { staleMachines, viewsCalls } from '../modules/views/index.ts'
import { registerCalls } from '../platform/calls/calls.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import type { Router } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Logger } from '../platform/logger.ts'
import { nightly, verification } from '../verify/nightly.ts'
import { verificationRoutes } from '../verify/routes.ts'
import { submitTakeoverChecks, takeoverCheck } from '../verify/takeovers.ts'

export interface PlantDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly jobs: Jobs
  readonly devices: DevicesDeps
  readonly mqttPorts: Parameters<typeof devicesRoutes>[2]['mqttPorts']
  readonly ensureCurrent: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
  readonly ssoSecret: Buffer
}

/**
 * Registers the calls about the company, its tree and machines, and the nightly jobs. Returns a function that submits
 * the checks due once the server is ready.
 */
export function plantRoutes(router: Router, deps: PlantDeps): { readonly submitChecks: () => Promise<void> } {
  const { database, clock, logger, jobs, devices, mqttPorts, ensureCurrent, ssoSecret } = deps
  companyRoutes(router, needsOfTree(devices))
  logoRoutes(router)
  addinsRoutes(router, { clock, ssoSecret })
  clientErrorsRoutes(router)
  notificationsRoutes(router)
  treeRoutes(router, needsOfTree(devices))
  devicesRoutes(router, devices, { database, clock, mqttPorts })
  schedulesRoutes(router, { machinesChanged, settleShifts })
  ingestRoutes(router)
  shiftEditRoutes(router, { jobs, machinesChanged })
  runsRoutes(router, { machinesChanged })
  jobsRoutes(router)
  const needs = { database, clock, logger, jobs, ensureCurrent, staleAmong: staleMachines }
  registerCalls(router, needs, [...stopsCalls, ...reportsCalls, ...viewsCalls])

  const verifying = jobs.define(verification({ database, clock }))
  jobs.scheduleDaily(verifying, nightly)
  verificationRoutes(router, jobs, verifying)
  const checkingTakeovers = jobs.define(takeoverCheck({ database, clock, logger }))
  const forgetOld = async (ctx: Ctx): Promise<void> => {
    await forgetClientErrors(ctx)
    await forgetNotifications(ctx)
  }
  const forgetting = jobs.define(retention({ database, clock, ensureCurrent, forgetOld }))
  jobs.scheduleDaily(forgetting, retentionTime)
  return { submitChecks: () => submitTakeoverChecks({ database, clock }, jobs, checkingTakeovers) }
}
