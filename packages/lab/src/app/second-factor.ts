import { createSession } from '@millwatch/contract/http/identity'
import { beginSecondFactor, confirmSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { TOTP_STEP_MS, totpStep } from '@millwatch/domain/identity'
import { appCode } from '../product/authenticator.ts'
import { type InjectApp, password } from './inject-app.ts'

/** An authenticator app with a secret. */
interface TestFactor {
  readonly secret: string
  /**
   * Returns a code that was not returned before; each is accepted once, in this order, for 15 s at least: up to three within the
   * first half of a step, up to two within the second.
   */
  code(): string
}

/** Begins to set up a second factor, as the person with this session. */
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

/** Switches on the second factor of the person with this session; returns it with the recovery codes. */
export async function switchFactorOn(
  t: InjectApp,
  token: string,
): Promise<TestFactor & { readonly recoveryCodes: readonly string[] }> {
  const factor = await beginFactor(t, token)
  const { recovery_codes: recoveryCodes } = await t.ask(confirmSecondFactor, { token, body: { code: factor.code() } })
  return { ...factor, recoveryCodes }
}

/** Signs in with the right password, and returns the step that a code completes. */
export async function stepOf(t: InjectApp, body: { username: string; company_id?: number }): Promise<string> {
  const answer = await t.ask(createSession, { body: { ...body, password } })
  if (!('step' in answer)) throw new Error('No code was asked for')
  return answer.step
}
