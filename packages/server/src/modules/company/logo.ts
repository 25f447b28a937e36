import { createHash } from 'node:crypto'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import type { Logo } from './redraw.ts'
import { deleteLogo, findLogo, logoHash, putLogo, type StoredLogo } from './store.ts'

/** Returns the path of a logo; it contains the hash of the picture, so it changes with the picture. */
const addressOf = (hash: string) => `/v0/company/logo?hash=${hash}`

/** Returns the path at which the company's logo can be read, with its hash; null when the company has none. */
export async function logoAddress(ctx: Ctx): Promise<string | null> {
  const hash = await logoHash(ctx)
  return hash === null ? null : addressOf(hash)
}

/**
 * Stores an image from `redraw` as the company's logo in place of the present one, with audit entry and fact. Returns
 * the path of the new logo.
 */
export async function setLogo(ctx: Ctx, logo: Logo): Promise<string> {
  const hash = createHash('sha256').update(logo.content).digest('hex')
  const before = await logoHash(ctx)
  await putLogo(ctx, { ...logo, hash })
  await recordAudit(ctx, {
    operation: 'company.logo.update',
    subject: `company/${ctx.companyId}`,
    before: before === null ? null : { hash: before },
    after: { hash, mediaType: logo.mediaType, bytes: logo.content.length },
  })
  await stateFact(ctx, { kind: 'company.changed' })
  return addressOf(hash)
}

export async function removeLogo(ctx: Ctx): Promise<void> {
  const before = await logoHash(ctx)
  if (before === null) throw new NotFound()
  await deleteLogo(ctx)
  const subject = `company/${ctx.companyId}`
  await recordAudit(ctx, { operation: 'company.logo.delete', subject, before: { hash: before } })
  await stateFact(ctx, { kind: 'company.changed' })
}

/**
 * Returns the logo of the company; 404 when there is none, or when `hash` is given and is not that of the present
 * logo.
 */
export async function getLogo(ctx: Ctx, hash: string | undefined): Promise<StoredLogo> {
  const logo = await findLogo(ctx)
  if (!logo || (hash !== undefined && hash !== logo.hash)) throw new NotFound()
  return logo
}
