import { createSession } from '@millwatch/contract/http/identity'
import { beginSecondFactor, confirmSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { TOTP_STEP_MS, totpStep } from '@millwatch/domain/identity'
import { appCode } from '../product/authenticator.ts'
import { type InjectApp, password } from './inject-app.ts'

/** Second factor of a person: the secret of an authenticator app and the codes made with it. */
interface TestFactor {
  readonly secret: string
  /**
   * Returns a code that was not returned before. Each code is accepted once and must be used in this order. At least 15 s remain
   * for it: for up to three codes within the first half of a TOTP step, for up to two within the second half.
   */
  code(): string
}

/**
 * Begins to set up a second factor for the person with this session, who must still confirm it by a code. Returns the secret and
 * a source of codes.
 */
export async function beginFactor(t: InjectApp, token: string): Promise<TestFactor> {
  const { secret } = await t.ask(beginSecondFactor, { token, body: { current_password: password } })
  let last = 0
  return {
    secret,
    code() {
      // The step before the present one is accepted until the present one ends.
      const oldest = totpStep(t.clock.now() - TOTP_STEP_MS / 2)
      last = Math.max(last + 1, oldest)
      return appCode(secret, last)
    },
  }
}

/** Begins and confirms the second factor of the person with this session. Returns the factor with its recovery codes. */
export async function switchFactorOn(
  t: InjectApp,
  token: string,
): Promise<TestFactor & { readonly recoveryCodes: readonly string[] }> {
  const factor = await beginFactor(t, token)
  const { recovery_codes: recoveryCodes } = await t.ask(confirmSecondFactor, { token, body: { code: factor.code() } })
  return { ...factor, recoveryCodes }
}

/**
 * Signs in with the password of all tests and returns the `step` token that a second factor completes. Throws an error if no
 * second factor is required.
 */
export async function stepOf(t: InjectApp, body: { username: string; company_id?: number }): Promise<string> {
  const answer = await t.ask(createSession, { body: { ...body, password } })
  if (!('step' in answer)) throw new Error('No code was asked for')
  return answer.step
}
