import { errors } from '@millwatch/contract/errors'
import { type PasswordPolicy, passwordFault } from '@millwatch/domain/identity'
import { useQuery } from '@tanstack/react-query'
import { setupQuery } from '../../scope/installation.ts'
import type { FieldFaults } from '../../ui/form/faults.ts'

/** New password and its repetition, as a person types them. */
export interface NewPassword {
  readonly password: string
  readonly repeat: string
}

export const noPassword: NewPassword = { password: '', repeat: '' }

/** Names of the form fields that show the server's messages about a new password, by error code. */
export const passwordCodes = {
  password_weak: 'password',
  password_short: 'password',
  password_common: 'password',
  password_personal: 'password',
} as const

/**
 * Returns the messages for a new password and its repetition, by field: blank, refused by the policy, or not equal. A valid field
 * has none.
 */
function passwordFaults({ password, repeat }: NewPassword, policy: PasswordPolicy, email: string) {
  const fault = passwordFault(policy, password, email)
  const found: { password?: string; repeat?: string } = {}
  if (password === '') found.password = 'Please input your password'
  else if (fault !== null) found.password = errors[fault].text
  if (repeat === '') found.repeat = 'Please confirm your password'
  else if (repeat !== password) found.repeat = 'Passwords do not match'
  return found
}

/**
 * Returns a function that returns the messages for a new password and its repetition, by field; valid fields have none. It uses
 * the password policy of the installation, and the policy named `spec` until that is loaded.
 */
export function usePasswordFaults(): (entry: NewPassword, email: string) => FieldFaults<keyof NewPassword> {
  const { data: setup } = useQuery(setupQuery)
  return (entry, email) => passwordFaults(entry, setup?.password_policy ?? 'spec', email)
}
