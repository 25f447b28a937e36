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
 * Defines the job that checks one company, every night and on request of an admin, and stores the findings. It repairs
 * nothing.
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
