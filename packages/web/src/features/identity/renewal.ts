import { getKiosk } from '@millwatch/contract/http/kiosks'
import { getUser, renewSession } from '@millwatch/contract/http/sessions'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'

const CHECK_MS = 5 * 60_000
const RENEW_WITHIN_MS = 24 * 3_600_000

/** Asks how long the session lasts, and renews it where that is less than a day. */
async function renewWhereDue(whose: 'person' | 'display'): Promise<void> {
  const { expires_at } = await (whose === 'display' ? call(getKiosk, {}) : call(getUser, {}))
  if (Date.parse(expires_at) - now() < RENEW_WITHIN_MS) await call(renewSession, { body: {} })
}

/**
 * Keeps the session of a display, or of a person in fullscreen, from running out: every five minutes while `active`.
 * A check that fails is made again at the next turn.
 */
export function useRenewal(whose: 'person' | 'display', active: boolean): void {
  useEffect(() => {
    if (!active) return
    const check = (): void => void renewWhereDue(whose).catch(() => undefined)
    check()
    const timer = setInterval(check, CHECK_MS)
    return () => clearInterval(timer)
  }, [whose, active])
}
