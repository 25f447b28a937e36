import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { Sampled } from '../sampled.ts'
import { type Authenticate, apiKeyPrefix } from './caller.ts'
import { networkOf } from './network.ts'

/**
 * Returns a check that gives the result of `check` and logs refused tokens: at most one line per kind (key or session), network
 * and minute, and 60 lines a minute. A refusal by an error is not logged.
 */
export function noteTokens(
  check: Authenticate,
  { clock, logger }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly logger: Logger },
): Authenticate {
  const sampled = new Sampled(clock)
  return async (token, from) => {
    const caller = await check(token, from)
    if (caller !== null) return caller
    const kind = token.startsWith(apiKeyPrefix) ? 'api_key' : 'session'
    const { isLogged, omitted } = sampled.take(`${kind} ${networkOf(from.ip)}`)
    if (isLogged) logger.info({ ip: from.ip, kind, omitted }, 'A token was refused')
    return null
  }
}
