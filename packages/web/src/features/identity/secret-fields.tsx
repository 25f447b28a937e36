import type { Bind } from '../../ui/form/use-form.ts'
import { CodeField } from './code-field.tsx'
import { PasswordAgain } from './password-again.tsx'

/** Second factors of a person: `isOn` if there is any, `hasPasskeys` if there are passkeys. */
export interface OwnFactors {
  readonly isOn: boolean
  readonly hasPasskeys: boolean
}

interface SecretFieldsProps extends OwnFactors {
  bind: (name: 'current' | 'code') => ReturnType<Bind<{ current: string; code: string }>>
}

/** Fields with which a person proves a change: the password, and a code if they have a second factor. */
export const SecretFields = ({ isOn, hasPasskeys, bind }: SecretFieldsProps) => (
  <>
    <PasswordAgain {...bind('current')} />
    {isOn && (
      <CodeField
        label="Code"
        hint={
          hasPasskeys
            ? 'Of the app, or a recovery code. Leave it blank to use a passkey.'
            : 'Of the app, or a recovery code.'
        }
        {...bind('code')}
      />
    )}
  </>
)

/**
 * Returns the message about the missing part of a proof: the password, or the code if the person has a second factor but no
 * passkeys. Undefined if the proof is complete.
 */
export function missingSecret(
  { current, code }: { readonly current: string; readonly code: string },
  { isOn, hasPasskeys }: OwnFactors,
): string | undefined {
  if (current === '') return 'Please input your password'
  return isOn && !hasPasskeys && code.trim() === '' ? 'Enter a code' : undefined
}

/** Names of the proof's fields that show the server's messages, by error code. */
export const secretFaults = { current_password_wrong: 'current', second_factor_code_wrong: 'code' } as const
