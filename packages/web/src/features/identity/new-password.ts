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

/** Error codes of the server about a new password, each with the field that shows its message. */
export const passwordCodes = {
  password_weak: 'password',
  password_short: 'password',
  password_common: 'password',
  password_personal: 'password',
} as const

/** Returns the faults of a new password for a user by a policy, and of its repetition. */
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
 * Returns a function that gives the messages for a new password and its repetition, by field, under the policy of the
 * installation (`spec` until it is loaded). Valid fields have none.
 */
export function usePasswordFaults(): (entry: NewPassword, email: string) => FieldFaults<keyof NewPassword> {
  const { data: setup } = useQuery(setupQuery)
  return (entry, email) => passwordFaults(entry, setup?.password_policy ?? 'spec', email)
}
