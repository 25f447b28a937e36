import { listVerifications, verifyNow } from '@millwatch/contract/http/verifications'
import { recordAudit } from '../platform/audit/store.ts'
import { toIso, toIsoOrNull } from '../platform/http/instants.ts'
import { type Router, success } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { allow } from '../platform/policy.ts'
import type { Finding } from './findings.ts'
import type { verification } from './nightly.ts'
import { lastVerifications } from './store.ts'

export function verificationRoutes(router: Router, jobs: Jobs, kind: ReturnType<typeof verification>): void {
  router.signedIn(listVerifications, async ({ inCompany }) => {
    const verifications = await inCompany(lastVerifications)
    return success({
      verifications: verifications.map(({ id, startedAt, finishedAt, findings, total }) => ({
        id,
        started_at: toIso(startedAt),
        finished_at: toIso(finishedAt),
        is_clean: total === 0,
        findings: findings.map(presentFinding),
        findings_total: total,
      })),
    })
  })
  router.signedIn(verifyNow, async ({ inCompany }) => {
    const job = await inCompany(async (ctx) => {
      allow(ctx.actor, 'verification.create')
      const submitted = await jobs.submitOnce(ctx, kind)
      await recordAudit(ctx, { operation: 'verification.create', subject: `job/${submitted.id}` })
      return submitted
    })
    return success({ job })
  })
}

const presentFinding = ({ invariant, equipmentId, deviceId, at, text }: Finding) => ({
  invariant,
  equipment_id: equipmentId ?? null,
  device_id: deviceId ?? null,
  at: toIsoOrNull(at ?? null),
  text,
})
