import { getKiosk } from '@millwatch/contract/http/kiosks'
import { getUser, renewSession } from '@millwatch/contract/http/sessions'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { logFailure } from '../../lib/log.ts'

const CHECK_MS = 5 * 60_000
const RENEW_WITHIN_MS = 24 * 3_600_000

/** Asks how long the session lasts, and renews it where that is less than a day and it is to be kept. */
async function check(whose: 'person' | 'display', keeps: boolean): Promise<void> {
  const { expires_at } = await (whose === 'display' ? call(getKiosk, {}) : call(getUser, {}))
  if (keeps && Date.parse(expires_at) - now() < RENEW_WITHIN_MS) await call(renewSession, { body: {} })
}

/**
 * Looks every five minutes whether the session still stands; where it does not, the answer leads to the sign-in. With `keeps` it
 * does not run out: that of a display, or of a person in fullscreen. A check that fails is made again at the next turn.
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
