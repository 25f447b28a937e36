import { createHash } from 'node:crypto'
import type { Endpoint } from '@millwatch/contract/endpoint'
import { DAY_MS } from '@millwatch/domain/time'
import type { Actor, Ctx } from '../ctx.ts'
import { Conflict } from '../errors.ts'
import { claimKey, findAnswer, keepAnswer, removeOldAnswers } from './store-answers.ts'

/** Time for which a repeated call gets the answer of the first, ms: 30 days. */
const KEPT_MS = 30 * DAY_MS

/** Request of a call with its idempotency key; null: the caller sent none. */
interface KeyedRequest {
  readonly params: unknown
  readonly body: unknown
  readonly idempotencyKey: string | null
}

/**
 * Returns the caller to whom an idempotency key belongs, such as `user/7`, so that nobody gets the answer of another. Devices and
 * Millwatch itself have no id in it.
 */
function principalOf(actor: Actor): string {
  if (actor.kind === 'user') return `user/${actor.userId}`
  if (actor.kind === 'kiosk') return `kiosk/${actor.kioskId}`
  return actor.kind === 'api_key' ? `api_key/${actor.apiKeyId}` : actor.kind
}

const hashOf = ({ params, body }: KeyedRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([params, body]))
    .digest('hex')

/**
 * Runs `work` for a call and returns its content. If the endpoint is keyed and the request has an idempotency key, the content is
 * stored in the same transaction. The same caller with the same key then gets the stored content for 30 days, and `work` does not
 * run. A failed call stores nothing, so a repeat runs `work` again. Throws Conflict (409) if the key came before with another
 * operation, parameters or body.
 */
export async function once<C extends object>(
  ctx: Ctx,
  { keyed, operation }: Endpoint,
  request: KeyedRequest,
  work: () => Promise<C>,
): Promise<C> {
  const key = request.idempotencyKey
  if (keyed !== true || key === null) return work()
  const now = ctx.clock.now()
  const principal = principalOf(ctx.actor)
  const requestHash = hashOf(request)
  await removeOldAnswers(ctx, now - KEPT_MS)
  const claimed = await claimKey(ctx, principal, key, operation, requestHash, now)
  if (claimed === undefined) {
    const kept = await findAnswer(ctx, principal, key)
    if (kept === undefined || kept.answer === null) throw new Error('A kept answer is missing')
    if (kept.operation !== operation || kept.requestHash !== requestHash) throw new Conflict('idempotency_key_reused')
    return kept.answer as C
  }
  const content = await work()
  await keepAnswer(ctx, principal, key, JSON.stringify(content))
  return content
}
