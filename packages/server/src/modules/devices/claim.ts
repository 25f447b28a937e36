import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import { AppError, NotFound, Unauthorized } from '../../platform/errors.ts'
import { findCode, hashSecret, insertCode, takeCode } from '../identity/index.ts'
import { getActiveEquipment } from './checks.ts'
import { newClaimCode, normalClaimCode } from './claim-code.ts'
import type { ClaimThrottle } from './claim-throttle.ts'
import { type CreatedDevice, putNewDevice } from './create-device.ts'

const claimableMs = 3_600_000

/** Returns the hash of a claim code. The prefix keeps it different from hashes of other kinds of secrets. */
const hashCode = (signingKey: Buffer, code: string) => hashSecret(signingKey, `claim ${code}`)

/**
 * Creates a code with which one device can add itself to a machine, once and within one hour, with audit entry. Returns
 * the code, which cannot be read again, and its end (epoch ms). 404 for an unknown machine, 409 for an archived one.
 */
export async function createClaimCode(
  ctx: Ctx,
  { signingKey }: Pick<Needs, 'signingKey'>,
  equipmentId: number,
): Promise<{ readonly code: string; readonly expiresAt: number }> {
  await getActiveEquipment(ctx, equipmentId)
  const code = newClaimCode()
  const createdAt = ctx.clock.now()
  const expiresAt = createdAt + claimableMs
  const codeHash = hashCode(signingKey, normalClaimCode(code) ?? '')
  const createdBy = ctx.actor.kind === 'user' ? ctx.actor.userId : undefined
  const { companyId } = ctx
  await insertCode(ctx.tx, { codeHash, kind: 'claim', companyId, equipmentId, createdBy, createdAt, expiresAt })
  await recordAudit(ctx, {
    operation: 'device.claim_code.create',
    subject: `equipment/${equipmentId}`,
    after: { expiresAt },
  })
  return { code, expiresAt }
}

/**
 * Adds the calling device to the machine of the code, uses the code up and returns the device with its key; of two parallel calls
 * only one succeeds. Always the same 401 for an unknown, used or expired code and for the code of a missing or archived machine.
 * 400 for a malformed uuid, 409 for a uuid in use, 429 after too many failed tries of a network.
 */
export async function claimDevice(
  needs: Pick<Needs, 'database' | 'clock' | 'signingKey'>,
  throttle: ClaimThrottle,
  { code: typed, uuid, ip }: { code: string; uuid: string; ip: string },
): Promise<CreatedDevice> {
  const { database, clock, signingKey } = needs
  const forgive = await throttle.count(ip)
  const code = normalClaimCode(typed)
  const codeHash = hashCode(signingKey, code ?? '')
  const found = code === null ? undefined : await findCode(database, codeHash, 'claim', clock.now())
  const companyId = found?.companyId
  const equipmentId = found?.equipmentId
  if (companyId == null || equipmentId == null) throw new Unauthorized('invalid_claim_code')
  const claimed = await asSystem(needs, companyId, async (ctx) => {
    if (!(await takeCode(ctx.tx, codeHash, 'claim', clock.now()))) throw new Unauthorized('invalid_claim_code')
    const { after, ...created } = await putNewDevice(ctx, needs, { uuid, equipmentId }).catch((error: unknown) => {
      const isGone = error instanceof NotFound || (error instanceof AppError && error.code === 'equipment_archived')
      throw isGone ? new Unauthorized('invalid_claim_code') : error
    })
    const actor = { kind: 'device', deviceId: created.deviceId, ip } as const
    await recordAudit({ ...ctx, actor }, { operation: 'device.claim', subject: `device/${created.deviceId}`, after })
    return created
  })
  await forgive()
  return claimed
}
