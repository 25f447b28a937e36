import * as calls from '@millwatch/contract/http/company-setup'
import type { Needs } from '../../platform/calls/needs.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { cookieAgeS, presentUser } from '../identity/index.ts'
import { setUp } from './first-run.ts'
import { checkSetupCode, isSetUp } from './setup-code.ts'

/**
 * Registers the calls of the first set-up. They need no sign-in, but the code that the start of the server printed;
 * once there is a company they answer 404.
 */
export function firstRunRoutes(router: Router, deps: Needs): void {
  router.open(calls.getSetup, async () => ({
    needed: !(await isSetUp(deps.database)),
    password_policy: deps.passwordPolicy,
    demo: await deps.isDemo(),
  }))

  router.open(calls.checkSetup, async ({ body, ip }) => {
    const right = await deps.throttle.guess('code', ip)
    await checkSetupCode(deps, body.code)
    await right()
    return success({})
  })

  router.open(calls.createSetup, async ({ body, ip, userAgent, cookie }) => {
    const right = await deps.throttle.guess('code', ip)
    const { username, first_name: firstName, last_name: lastName, password } = body
    const person = { username, firstName, lastName, password }
    const { code, company_name: companyName, timezone, machine_name: machineName } = body
    const made = await setUp(deps, { code, companyName, timezone, machineName, person }, { ip, userAgent })
    await right()
    const { token, session } = made.opened
    if (body.cookie) cookie.set(token, cookieAgeS('user'))
    return {
      ...(body.cookie ? {} : { token }),
      expires_at: toIso(session.expiresAt),
      user: presentUser(session),
      equipment_id: made.equipmentId,
      device_uuid: made.deviceUuid,
      device_key: made.deviceKey,
    }
  })
}
