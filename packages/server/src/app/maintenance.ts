import { retention, retentionTime } from '../flow/retention.ts'
import { forgetClientErrors } from '../modules/client-errors/index.ts'
import { forgetNotices } from '../modules/notices/index.ts'
import { forgetNotifications } from '../modules/notifications/index.ts'
import type { Module } from '../platform/calls/calls.ts'
import type { Needs } from '../platform/calls/needs.ts'
import type { Ctx } from '../platform/ctx.ts'
import { verificationCalls } from '../verify/calls.ts'
import { nightly, verification } from '../verify/nightly.ts'
import { submitTakeoverChecks, takeoverCheck } from '../verify/takeovers.ts'

async function forgetOld(ctx: Ctx): Promise<void> {
  await forgetClientErrors(ctx)
  await forgetNotifications(ctx)
  await forgetNotices(ctx)
}

/**
 * Defines the jobs of maintenance and schedules the nightly ones. Returns a module with their calls, and a function to be called
 * once the server is ready, which submits the checks still due after an upgrade.
 */
export function createMaintenance(needs: Needs): { readonly module: Module; readonly submitChecks: () => void } {
  const { jobs, logger } = needs
  const verifying = jobs.define(verification(needs))
  jobs.scheduleDaily(verifying, nightly)
  const checkingTakeovers = jobs.define(takeoverCheck(needs))
  const forgetting = jobs.define(retention({ ...needs, forgetOld }))
  jobs.scheduleDaily(forgetting, retentionTime)
  return {
    module: { calls: verificationCalls(verifying) },
    submitChecks: () =>
      void submitTakeoverChecks(needs, jobs, checkingTakeovers).catch((error: unknown) =>
        logger.warn({ err: error }, 'The checks after an upgrade wait for the next start'),
      ),
  }
}
