import { listVerifications, verifyNow } from '@millwatch/contract/http/verifications'
import { recordAudit } from '../platform/audit/store.ts'
import { command, type ModuleCall, question } from '../platform/calls/calls.ts'
import { toIso, toIsoOrNull } from '../platform/http/instants.ts'
import type { Finding } from './findings.ts'
import type { verification } from './nightly.ts'
import { lastVerifications } from './store.ts'

/**
 * Returns two calls: one lists the last checks of the stored data, the other submits the job `kind`, which checks, unless one is
 * queued already, with an audit entry in both cases.
 */
export const verificationCalls = (kind: ReturnType<typeof verification>): readonly ModuleCall[] => [
  question(listVerifications, async (ctx) => ({
    verifications: (await lastVerifications(ctx)).map(({ id, startedAt, finishedAt, findings, total }) => ({
      id,
      started_at: toIso(startedAt),
      finished_at: toIso(finishedAt),
      is_clean: total === 0,
      findings: findings.map(presentFinding),
      findings_total: total,
    })),
  })),
  command(
    verifyNow,
    async (ctx, _request, { jobs }) => {
      const submitted = await jobs.submitOnce(ctx, kind)
      await recordAudit(ctx, { operation: 'verification.create', subject: `job/${submitted.id}` })
      return submitted
    },
    (job) => ({ job }),
  ),
]

const presentFinding = ({ invariant, equipmentId, deviceId, at, text }: Finding) => ({
  invariant,
  equipment_id: equipmentId ?? null,
  device_id: deviceId ?? null,
  at: toIsoOrNull(at ?? null),
  text,
})
