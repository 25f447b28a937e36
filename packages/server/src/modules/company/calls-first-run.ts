import * as calls from '@millwatch/contract/http/company-setup'
import { type ModuleCall, nothing, publicCall } from '../../platform/calls/calls.ts'
import { toIso } from '../../platform/http/instants.ts'
import { cookieAgeS, knowBrowser, presentUser } from '../identity/index.ts'
import { setUp } from './first-run.ts'
import { checkSetupCode, isSetUp } from './setup-code.ts'

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    /** Resolves with true if text messages are sent, or caught in a demo. */
    readonly canText: () => Promise<boolean>
  }
}

/**
 * Calls of the first set-up, which need no sign-in. Those that check or use the set-up code answer 404 once there is a company.
 */
export const firstRunCalls: readonly ModuleCall[] = [
  publicCall(calls.getSetup, async (_call, { database, passwordPolicy, isDemo, canMail, canText }) => ({
    needed: !(await isSetUp(database)),
    password_policy: passwordPolicy,
    demo: await isDemo(),
    mail: await canMail(),
    sms: await canText(),
  })),

  publicCall(calls.checkSetup, async ({ body, ip }, needs) => {
    const right = await needs.throttle.guess('code', ip)
    await checkSetupCode(needs, body.code)
    await right()
    return nothing()
  }),

  publicCall(calls.createSetup, async ({ body, ip, userAgent, cookie, browserCookie }, needs) => {
    const right = await needs.throttle.guess('code', ip)
    const { username, first_name: firstName, last_name: lastName, password } = body
    const person = { username, firstName, lastName, password }
    const { code, company_name: companyName, timezone, machine_name: machineName } = body
    const made = await setUp(needs, { code, companyName, timezone, machineName, person }, { ip, userAgent })
    await right()
    const { token, session } = made.opened
    if (body.cookie) {
      cookie.set(token, cookieAgeS('user'))
      await knowBrowser(needs, browserCookie, session)
    }
    return {
      ...(body.cookie ? {} : { token }),
      expires_at: toIso(session.expiresAt),
      user: presentUser(session),
      equipment_id: made.equipmentId,
      device_uuid: made.deviceUuid,
      device_key: made.deviceKey,
    }
  }),
]
