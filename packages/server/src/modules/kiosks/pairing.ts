import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound, TooMany } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { hashSecret, insertCode, newSecret } from '../identity/index.ts'
import { getKiosk } from './kiosks.ts'
import { newPairingCode, normalPairingCode } from './pairing-code.ts'
import { findPairing, insertPairing, isShown, takePairing } from './store-directory-pairings.ts'

/** Time (ms) for which a browser shows a code. */
const shownMs = 10 * 60_000
/** Time (ms) within which the browser must fetch its session after its code was typed. */
const fetchedMs = 60_000
/**
 * Most codes that are shown at a time, by one network and by all together. A network may show many, as all displays of a plant
 * may share it.
 */
const mostShown = { ofNetwork: 100, inAll: 5_000 }

type PairingNeeds = Pick<Needs, 'database' | 'clock' | 'signingKey'>

/** Returns the keyed hash of a pairing code. The prefix keeps it different from hashes of other kinds of secrets. */
const hashCode = (signingKey: Buffer, code: string) => hashSecret(signingKey, `pairing ${code}`)

/** Code that a browser shows, and the secret with which the same browser reads the state of the code. `expiresAt` is epoch ms. */
interface Pairing {
  readonly code: string
  readonly secret: string
  readonly expiresAt: number
}

/**
 * Creates a code for a browser that wants to become a kiosk display, and its secret; the code is valid once and for ten minutes.
 * If all browsers together show 5,000 codes, the oldest code of the network with most of them ends early. 429 when the network of
 * the browser shows 100 codes, or when all show 5,000 and no network shows at least two more than this one.
 */
export async function createPairing({ database, clock, signingKey }: PairingNeeds, ip: string): Promise<Pairing> {
  const secret = newSecret()
  const createdAt = clock.now()
  const expiresAt = createdAt + shownMs
  const network = hashSecret(signingKey, `pairing network ${networkOf(ip)}`)
  const shared = { secretHash: hashSecret(signingKey, secret), network, ip, createdAt, expiresAt }
  for (;;) {
    const code = newPairingCode()
    const result = await insertPairing(database, { codeHash: hashCode(signingKey, code), ...shared }, mostShown)
    if (result === 'full') throw new TooMany('too_many_requests', fetchedMs / 1000)
    if (result === 'stored') return { code, secret, expiresAt }
  }
}

/**
 * Returns the state of the pairing code that belongs to a secret: `waiting`, or `paired` after it was typed. Returns `over` for
 * an expired code and for any other text.
 */
export async function readPairing(
  { database, clock, signingKey }: PairingNeeds,
  secret: string,
): Promise<'waiting' | 'paired' | 'over'> {
  const pairing = await findPairing(database, hashSecret(signingKey, secret), clock.now())
  return pairing === undefined ? 'over' : pairing.isPaired ? 'paired' : 'waiting'
}

/**
 * Counts a try to type a code, before its outcome is known, so that parallel tries all count. The count is taken back if a
 * browser shows the code and nobody has typed it yet. 429 after too many wrong codes of the network or company of the caller, or
 * of all together.
 */
export async function countCode(
  { database, clock, signingKey, throttle }: PairingNeeds & Pick<Needs, 'throttle'>,
  { code, ip, companyId }: { readonly code: string; readonly ip: string; readonly companyId: number },
): Promise<void> {
  const right = await throttle.guessPairing(ip, companyId)
  const normal = normalPairingCode(code)
  if (normal !== null && (await isShown(database, hashCode(signingKey, normal), clock.now()))) await right()
}

/**
 * Makes the browser that shows a code a kiosk display, with audit entry: the browser then exchanges its secret for a
 * session, once and within a minute. Returns the network address of the browser. 404 for an unknown display and for a
 * code that no browser shows, 409 for a revoked display.
 */
export async function pairKiosk(
  ctx: Ctx,
  { signingKey }: Pick<Needs, 'signingKey'>,
  { kioskId, code }: { readonly kioskId: number; readonly code: string },
): Promise<{ readonly ip: string }> {
  const { revokedAt } = await getKiosk(ctx, kioskId)
  if (revokedAt !== null) throw new Conflict('kiosk_revoked')
  const createdAt = ctx.clock.now()
  const normal = normalPairingCode(code)
  const taken = normal === null ? undefined : await takePairing(ctx.tx, hashCode(signingKey, normal), createdAt)
  if (taken === undefined) throw new NotFound('pairing_code_unknown')
  const { secretHash: codeHash, ip } = taken
  const { companyId, actor } = ctx
  const by = actor.kind === 'user' ? { createdBy: actor.userId, sessionId: actor.sessionId } : {}
  const expiresAt = createdAt + fetchedMs
  await insertCode(ctx.tx, { codeHash, kind: 'handoff', companyId, kioskId, createdAt, expiresAt, ...by })
  await recordAudit(ctx, { operation: 'kiosk.pair', subject: `kiosk/${kioskId}`, after: { ip } })
  return { ip }
}
