import { addPasskey, beginPasskey } from '@millwatch/contract/http/identity-passkeys'
import { type SoftPasskey, softPasskey } from '../product/passkey.ts'
import { type InjectApp, password } from './inject-app.ts'

/** Origin of the pages of a server that is called without a network; passkeys are bound to it. */
export const injectOrigin = 'http://localhost'

interface AddedPasskey {
  readonly passkeyId: number
  readonly passkey: SoftPasskey
  readonly recoveryCodes: readonly string[]
}

interface Adding {
  readonly secrets?: { readonly code?: string }
  readonly passkey?: SoftPasskey
  readonly name?: string
}

const codesBeside = new Map<number, readonly string[]>()

/**
 * Returns the first recovery code that `addSoftPasskey` received together with this passkey. Throws an error if none was
 * received.
 */
export function codeBeside(passkeyId: number): string {
  const [code] = codesBeside.get(passkeyId) ?? []
  if (code === undefined) throw new Error('No recovery codes came with this passkey')
  return code
}

/**
 * Adds a software passkey for the person with the session `token`, who either has no second factor or proves it by `secrets`.
 * Returns its id, the passkey and the recovery codes, which are empty if codes existed before.
 */
export async function addSoftPasskey(
  t: InjectApp,
  token: string,
  { secrets = {}, passkey = softPasskey(injectOrigin), name = 'Soft key' }: Adding = {},
): Promise<AddedPasskey> {
  const { options } = await t.ask(beginPasskey, { token, body: { current_password: password, ...secrets } })
  const body = { name, passkey: passkey.attest(options) }
  const added = await t.ask(addPasskey, { token, body })
  codesBeside.set(added.passkey.id, added.recovery_codes)
  return { passkeyId: added.passkey.id, passkey, recoveryCodes: added.recovery_codes }
}
