import { createHmac, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { originOfAddress } from './address.ts'

/** Validity, in ms, of the token with which a page signs a person in to an add-in. */
export const ssoMs = 5 * 60_000

/** Issuer (`iss`) of the tokens for add-ins. */
export const ssoIssuer = 'millwatch'
export const ssoType = 'millwatch-addin+jwt'

/**
 * Derives the key that signs the tokens for one add-in; always the same for the same secret, company and add-in. With
 * the key of one add-in nobody can sign a token for another add-in or for this API.
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

/**
 * Returns a new signed token (JWT) that names the person who opens an add-in; valid for `ssoMs` from `now` (epoch ms).
 */
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
