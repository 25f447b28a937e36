import type { JobKind } from '../platform/jobs/index.ts'
import type { Finding } from './findings.ts'
import { type VerifyDeps, verifyCompany } from './index.ts'
import { insertVerification } from './store.ts'

interface Prepared {
  readonly startedAt: number
  readonly findings: readonly Finding[]
}

/** UTC time of day at which the nightly check of the stored data runs. */
export const nightly = { hour: 2, minute: 40 }

/**
 * Returns the job that checks one company and stores the findings with the time of the check. It runs every night and on request
 * of an admin, and repairs nothing.
 */
export function verification(deps: VerifyDeps): JobKind<Record<string, never>, Prepared> {
  return {
    name: 'verification',
    queue: 'long',
    async prepare({ companyId }) {
      const startedAt = deps.clock.now()
      return { startedAt, findings: await verifyCompany(deps, companyId) }
    },
    async run(ctx, _args, _job, { startedAt, findings }) {
      await insertVerification(ctx, { startedAt, finishedAt: ctx.clock.now(), findings })
      return { findings: findings.length }
    },
  }
}
