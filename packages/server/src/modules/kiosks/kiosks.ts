import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx, KioskGrants } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { hashSecret, insertCode, newSecret } from '../identity/index.ts'
import { getEquipment, getOrgUnit, requireName } from '../tree/index.ts'
import { findKiosk, insertKiosk, type Kiosk, revokeKiosk } from './store-directory.ts'

/** Time (ms) for which the link that opens a display's session is valid. */
const codeMs = 60_000

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    /** Returns the address at which browsers reach Millwatch, without a slash at its end. */
    readonly publicUrl: () => string
  }
}

export interface KioskCode {
  readonly code: string
  readonly url: string
  readonly expiresAt: number
}

export interface NewDisplay {
  readonly name: string
  readonly page: KioskGrants['page']
  readonly equipmentId: number | undefined
  readonly orgUnitId: number | undefined
  readonly mayGiveReasons: boolean
  readonly mayCountScrap: boolean
  readonly maySetRuns: boolean
}

const ofMachines: ReadonlySet<string> = new Set(['operator', 'machine'])

/** Throws 400 unless a display names exactly the subject that its page needs, a machine or a unit; 404 for an unknown one. */
async function requireSubject(ctx: Ctx, { page, equipmentId, orgUnitId }: NewDisplay): Promise<void> {
  const machine = { name: 'equipment_id', id: equipmentId }
  const unit = { name: 'org_unit_id', id: orgUnitId }
  const [wanted, unwanted] = ofMachines.has(page) ? [machine, unit] : [unit, machine]
  if (wanted.id === undefined) throw new Invalid(`body/${wanted.name} must be given for this page`)
  if (unwanted.id !== undefined) throw new Invalid(`body/${unwanted.name} is not for this page`)
  if (equipmentId !== undefined) await getEquipment(ctx, equipmentId)
  if (orgUnitId !== undefined) await getOrgUnit(ctx, orgUnitId)
}

/**
 * Adds a kiosk display, with audit entry and fact, and creates its link, which signs a browser in once and within a minute. 400
 * for an invalid name, and when the page needs another subject; 404 for an unknown machine or unit.
 */
export async function createKiosk(
  ctx: Ctx,
  deps: Pick<Needs, 'signingKey' | 'publicUrl'>,
  display: NewDisplay,
): Promise<{ kiosk: Kiosk; code: KioskCode }> {
  const name = requireName(display.name)
  await requireSubject(ctx, display)
  const { page, equipmentId = null, orgUnitId = null, mayGiveReasons, mayCountScrap, maySetRuns } = display
  const shown = { name, page, equipmentId, orgUnitId, mayGiveReasons, mayCountScrap, maySetRuns }
  const createdBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const { companyId } = ctx
  const kioskId = await insertKiosk(ctx.tx, { ...shown, companyId, createdBy, createdAt: ctx.clock.now() })
  await recordAudit(ctx, { operation: 'kiosk.create', subject: `kiosk/${kioskId}`, after: shown })
  await stateFact(ctx, { kind: 'kiosk.changed', kioskId })
  return { kiosk: await getKiosk(ctx, kioskId), code: await makeCode(ctx, deps, kioskId) }
}

export async function getKiosk(ctx: Ctx, kioskId: number): Promise<Kiosk> {
  const kiosk = await findKiosk(ctx.tx, ctx.companyId, kioskId)
  if (!kiosk) throw new NotFound()
  return kiosk
}

async function makeCode(
  ctx: Ctx,
  { signingKey, publicUrl }: Pick<Needs, 'signingKey' | 'publicUrl'>,
  kioskId: number,
): Promise<KioskCode> {
  const code = newSecret()
  const createdAt = ctx.clock.now()
  const expiresAt = createdAt + codeMs
  const by = ctx.actor.kind === 'user' ? { createdBy: ctx.actor.userId, sessionId: ctx.actor.sessionId } : {}
  const codeHash = hashSecret(signingKey, code)
  await insertCode(ctx.tx, {
    codeHash,
    kind: 'handoff',
    companyId: ctx.companyId,
    kioskId,
    createdAt,
    expiresAt,
    ...by,
  })
  return { code, url: `${publicUrl()}/?token=${code}`, expiresAt }
}

/**
 * Creates another link for a display, valid once and within a minute, with audit entry: for a browser that lost its session, or
 * for one more browser. Earlier links and sessions stay valid. 404 for an unknown display, 409 for a revoked one.
 */
export async function createKioskCode(
  ctx: Ctx,
  deps: Pick<Needs, 'signingKey' | 'publicUrl'>,
  kioskId: number,
): Promise<KioskCode> {
  const { revokedAt } = await getKiosk(ctx, kioskId)
  if (revokedAt !== null) throw new Conflict('kiosk_revoked')
  await recordAudit(ctx, { operation: 'kiosk.code', subject: `kiosk/${kioskId}` })
  return makeCode(ctx, deps, kioskId)
}

/**
 * Revokes a display forever, with audit entry and fact: its sessions end and its links are no longer valid. Does nothing for a
 * revoked display; 404 for an unknown one.
 */
export async function endKiosk(ctx: Ctx, kioskId: number): Promise<void> {
  const { name } = await getKiosk(ctx, kioskId)
  const isNew = await revokeKiosk(ctx.tx, ctx.companyId, kioskId, ctx.clock.now())
  if (!isNew) return
  await recordAudit(ctx, { operation: 'kiosk.revoke', subject: `kiosk/${kioskId}`, before: { name } })
  await stateFact(ctx, { kind: 'kiosk.changed', kioskId })
}
