import type { Bind } from '../../ui/form/use-form.ts'
import { CodeField } from './code-field.tsx'
import { PasswordAgain } from './password-again.tsx'

/** Second factors that a person has. */
export interface OwnFactors {
  readonly isOn: boolean
  readonly hasPasskeys: boolean
}

interface SecretFieldsProps extends OwnFactors {
  bind: (name: 'current' | 'code') => ReturnType<Bind<{ current: string; code: string }>>
}

/** Fields for the password and, with a second factor, a code, by which a person proves a change. */
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

/** Returns the reason why a proof is not complete yet; undefined: it is. */
export function missingSecret(
  { current, code }: { readonly current: string; readonly code: string },
  { isOn, hasPasskeys }: OwnFactors,
): string | undefined {
  if (current === '') return 'Please input your password'
  return isOn && !hasPasskeys && code.trim() === '' ? 'Enter a code' : undefined
}

/** Error codes of the server that are shown at the fields of a proof. */
export const secretFaults = { current_password_wrong: 'current', second_factor_code_wrong: 'code' } as const
