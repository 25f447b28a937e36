import { beginPasskey } from '@millwatch/contract/http/identity-passkeys'
import { password } from '../app/inject-app.ts'
import { addSoftPasskey, codeBeside, injectOrigin } from '../app/passkeys.ts'
import { stepOf } from '../app/second-factor.ts'
import { softPasskey } from '../product/passkey.ts'
import { type Example, isTwin } from './example.ts'
import { mintPerson } from './people.ts'

/** Passkey options whose challenge the server never issued, so that the answer to them is refused. */
const optionsOfNobody = { challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' } }

/** Valid calls of the operations on passkeys, by the name of the operation. */
export const examplesOfPasskeys: Readonly<Record<string, Example>> = {
  'session.ask_passkey': {
    body: async ({ t, by }) => {
      const person = await mintPerson(t, by.companyId, 'user', { name: 'keyed' })
      await addSoftPasskey(t, person.token)
      return { step: await stepOf(t, { username: person.email, company_id: by.companyId }) }
    },
  },
  'passkey.begin': { body: { current_password: password } },
  'passkey.add': {
    elsewhere: true,
    body: async ({ t, by, caller }) => {
      const key = softPasskey(injectOrigin)
      if (!isTwin(by, caller)) return { name: 'x', passkey: key.attest(optionsOfNobody) }
      const { options } = await t.ask(beginPasskey, { token: caller.token, body: { current_password: password } })
      return { name: 'x', passkey: key.attest(options) }
    },
  },
  'passkey.rename': { at: { 'params.id': 'passkey' }, elsewhere: true, fresh: ['passkey'], body: { name: 'x' } },
  'passkey.remove': {
    ...{ at: { 'params.id': 'passkey' }, elsewhere: true, fresh: ['passkey'] },
    body: ({ by, caller, things }) => ({
      current_password: password,
      ...(isTwin(by, caller) ? { code: codeBeside(Number(things.passkey)) } : {}),
    }),
  },
  'passkey.ask': { body: {} },
}
