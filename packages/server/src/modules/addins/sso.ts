import { createHmac, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { originOfAddress } from './address.ts'

/** Time an add-in has to check the token it was given. */
export const ssoMs = 5 * 60_000

/** Issuer and kind of the tokens. */
export const ssoIssuer = 'millwatch'
export const ssoType = 'millwatch-addin+jwt'

/**
 * The key of one add-in, which nobody but it and we have: of the installation's secret for add-ins, the company and the
 * add-in. Who has one add-in's key can say nothing to another, and nothing to us.
 */
export function ssoKey(secret: Buffer, companyId: number, addinId: number): Buffer {
  return createHmac('sha256', secret).update(`addin/${companyId}/${addinId}`).digest()
}

export interface SsoSubject {
  readonly userId: number
  readonly companyId: number
  readonly addinId: number
  readonly indexUrl: string
}

/** A token that says to an add-in who looks at it; `now` is epoch ms. */
export async function ssoToken(secret: Buffer, subject: SsoSubject, now: number): Promise<string> {
  const { userId, companyId, addinId, indexUrl } = subject
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({ company_id: companyId, addin_id: addinId })
    .setProtectedHeader({ alg: 'HS256', typ: ssoType })
    .setIssuer(ssoIssuer)
    .setAudience(originOfAddress(indexUrl))
    .setSubject(String(userId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ssoMs / 1000)
    .setJti(randomUUID())
    .sign(ssoKey(secret, companyId, addinId))
}
