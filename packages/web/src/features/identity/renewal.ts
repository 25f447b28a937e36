import { getUser, renewSession } from '@millwatch/contract/http/identity'
import { getKiosk } from '@millwatch/contract/http/kiosks'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { logFailure } from '../../lib/log.ts'

const CHECK_MS = 5 * 60_000
const RENEW_WITHIN_MS = 24 * 3_600_000

/** Reads when the session of the person or display ends. Renews the session if `keeps` is true and it ends within a day. */
async function check(whose: 'person' | 'display', keeps: boolean): Promise<void> {
  const { expires_at } = await (whose === 'display' ? call(getKiosk, {}) : call(getUser, {}))
  if (keeps && Date.parse(expires_at) - now() < RENEW_WITHIN_MS) await call(renewSession, { body: {} })
}

/**
 * Checks the session every five minutes; if it has ended, the sign-in page opens. With `keeps`, which displays and people in full
 * screen have, it also checks at once and renews a session that ends within a day. A failure is logged only.
 */
export function useRenewal(whose: 'person' | 'display', keeps: boolean): void {
  useEffect(() => {
    const look = (): void =>
      void check(whose, keeps).catch((error: unknown) => logFailure('The session could not be checked', error))
    if (keeps) look()
    const timer = setInterval(look, CHECK_MS)
    return () => clearInterval(timer)
  }, [whose, keeps])
}
