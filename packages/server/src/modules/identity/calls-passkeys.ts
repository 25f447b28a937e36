import * as calls from '@millwatch/contract/http/identity-passkeys'
import { command, type ModuleCall, nothing, personOf, preparedCommand, question } from '../../platform/calls/calls.ts'
import { Unauthorized } from '../../platform/errors.ts'
import type { Tx } from '../../platform/tx.ts'
import { requireParty } from './passkey-party.ts'
import { addPasskey, beginPasskey, changePasskeyName, endPasskey } from './passkeys.ts'
import { presentPasskey } from './present-passkey.ts'
import { readAttestation } from './read-passkey.ts'
import { askOptions, changeUse, requireSentSecrets } from './read-secrets.ts'
import { passkeysOf } from './store-directory-passkeys.ts'
import { type DirectoryUser, findUserIn } from './store-directory-users.ts'

const forgetSessions = ({ sessions }: { sessions: { forgetAll(): void } }) => sessions.forgetAll()

async function personIn(tx: Tx, userId: number): Promise<DirectoryUser> {
  const user = await findUserIn(tx, userId)
  if (user === undefined) throw new Unauthorized()
  return user
}

export const passkeyCalls: readonly ModuleCall[] = [
  preparedCommand(calls.beginPasskey, {
    prepare: async (request, needs) => ({
      party: requireParty(needs, request.reached),
      user: await requireSentSecrets(needs, { person: personOf(request), ...request }),
    }),
    action: (ctx, { user, party }, request, { signingKey }) =>
      beginPasskey(ctx, signingKey, user, { party, sessionId: personOf(request).sessionId }),
    present: (options) => ({ options }),
  }),

  command(
    calls.addPasskey,
    async (ctx, request, needs) => {
      const { userId, sessionId } = personOf(request)
      const { name, passkey } = request.body
      const sent = readAttestation(passkey)
      const party = requireParty(needs, request.reached)
      return addPasskey(ctx, needs.signingKey, await personIn(ctx.tx, userId), { name, sent, sessionId, party })
    },
    ({ passkey, codes }) => ({ passkey: presentPasskey(passkey), recovery_codes: [...codes] }),
    forgetSessions,
  ),

  command(
    calls.renamePasskey,
    async (ctx, request) =>
      changePasskeyName(ctx, await personIn(ctx.tx, personOf(request).userId), {
        passkeyId: request.params.id,
        name: request.body.name,
      }),
    (passkey) => ({ passkey: presentPasskey(passkey) }),
  ),

  preparedCommand(calls.removePasskey, {
    prepare: (request, needs) => requireSentSecrets(needs, { person: personOf(request), ...request }),
    action: (ctx, user, request) => endPasskey(ctx, user, request.params.id),
    present: nothing,
    committed: forgetSessions,
  }),

  question(calls.askOwnPasskey, async (ctx, request, _asOf, needs) => {
    const party = requireParty(needs, request.reached)
    const person = personOf(request)
    const existing = await passkeysOf(ctx.tx, person.userId)
    return { options: askOptions(needs, existing, { party, use: changeUse(person) }) }
  }),
]
