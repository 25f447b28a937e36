import * as calls from '@millwatch/contract/http/identity-second-factor'
import { toBase32, totpAddress } from '@millwatch/domain/identity'
import {
  type ModuleCall,
  nothing,
  personOf,
  preparedCommand,
  publicCall,
  question,
} from '../../platform/calls/calls.ts'
import { Unauthorized } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { browserIn } from './browser.ts'
import { completeSignIn, stepOf } from './complete-sign-in.ts'
import { setBrowser } from './known-browser.ts'
import { requireParty } from './passkey-party.ts'
import { handOver, personal, presentChoice } from './present-entered.ts'
import { presentPasskey } from './present-passkey.ts'
import { readAssertion } from './read-passkey.ts'
import { askOptions, requireSentSecrets } from './read-secrets.ts'
import { beginFactor, confirmOwnFactor, endApp, renewOwnCodes } from './second-factor.ts'
import { passkeysOf } from './store-directory-passkeys.ts'
import { factorState, isFactorRequired, onFactors } from './store-directory-second-factor.ts'
import { findUser } from './store-directory-users.ts'

const forgetSessions = ({ sessions }: { sessions: { forgetAll(): void } }) => sessions.forgetAll()

export const secondFactorCalls: readonly ModuleCall[] = [
  publicCall(calls.enterSecondFactor, async ({ body, ip, reached, userAgent, cookie, browserCookie }, needs) => {
    const { step, code, passkey, company_id: companyId, cookie: isFromPage = false } = body
    const from = { ip, userAgent, isFromPage, browser: browserIn(needs.browserSecret, browserCookie.sent) }
    const { result, browser } = await completeSignIn(needs, {
      ...{ step, code, passkey: readAssertion(passkey), reached, companyId },
      ...from,
    })
    const answer =
      'companies' in result
        ? { ...presentChoice(result), step: result.step }
        : { ...(await handOver(needs, cookie, body.cookie, result)), ...personal(result.session) }
    if (browser !== undefined) setBrowser(needs, browserCookie, browser)
    return answer
  }),

  publicCall(calls.askPasskeyOfStep, async ({ body, reached }, needs) => {
    const party = requireParty(needs, reached)
    const { user } = await stepOf(needs, body.step)
    const existing = await onFactors(needs.database, (tx) => passkeysOf(tx, user.userId))
    return { options: askOptions(needs, existing, { party, use: { use: 'sign_in', holder: body.step } }) }
  }),

  question(calls.getSecondFactor, async (ctx, request) => {
    const { userId } = personOf(request)
    const state = await factorState(ctx.tx, userId)
    return {
      since: state?.confirmedAt == null ? null : toIso(state.confirmedAt),
      recovery_codes_left: state?.codesLeft ?? null,
      passkeys: (await passkeysOf(ctx.tx, userId)).map(presentPasskey),
      is_required: await isFactorRequired(ctx.tx, ctx.companyId, userId),
    }
  }),

  preparedCommand(calls.beginSecondFactor, {
    prepare: (request, needs) => requireSentSecrets(needs, { person: personOf(request), ...request }),
    action: async (ctx, user) => ({ user, secret: await beginFactor(ctx, user) }),
    present: ({ user, secret }) => ({ secret: toBase32(secret), address: totpAddress(secret, user.email) }),
  }),

  preparedCommand(calls.confirmSecondFactor, {
    prepare: async (request, { database }) => {
      const user = await findUser(database, personOf(request).userId)
      if (!user) throw new Unauthorized()
      return user
    },
    action: (ctx, user, request) =>
      confirmOwnFactor(ctx, user, { typed: request.body.code, sessionId: personOf(request).sessionId }),
    present: (codes) => ({ recovery_codes: codes }),
    committed: forgetSessions,
  }),

  preparedCommand(calls.renewRecoveryCodes, {
    prepare: (request, needs) => requireSentSecrets(needs, { person: personOf(request), ...request }),
    action: renewOwnCodes,
    present: (codes) => ({ recovery_codes: codes }),
  }),

  preparedCommand(calls.endSecondFactor, {
    prepare: (request, needs) => requireSentSecrets(needs, { person: personOf(request), ...request }),
    action: endApp,
    present: nothing,
    committed: forgetSessions,
  }),
]
