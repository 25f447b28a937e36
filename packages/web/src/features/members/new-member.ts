import { errors } from '@millwatch/contract/errors'
import { type PasswordPolicy, passwordFault, readEmail } from '@millwatch/domain/identity'

/**
 * Way in which a new member gets a password. `mail`: they choose one by a mailed link; `first`: the person who adds them sets the
 * first one.
 */
export type PasswordWay = 'mail' | 'first'

export interface NewMember {
  readonly way: PasswordWay
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly password: string
  readonly confirmation: string
}

export type Field = Exclude<keyof NewMember, 'way'>
export type Complaints = Partial<Record<Field, string>>

export const nobody: NewMember = {
  way: 'first',
  ...{ username: '', first_name: '', last_name: '', password: '', confirmation: '' },
}

function passwordComplaint({ username, password }: NewMember, policy: PasswordPolicy): string | undefined {
  if (password === '') return errors.password_blank.text
  const fault = passwordFault(policy, password, username)
  return fault === null ? undefined : errors[fault].text
}

/**
 * Returns the messages for the fields of a new member that are missing or wrong, by field. The password is checked by `policy`,
 * and only if it is set in the form. Valid fields have none.
 */
export function complaintsAbout(wanted: NewMember, policy: PasswordPolicy): Complaints {
  const found: Complaints = {}
  if (wanted.username.trim() === '') found.username = errors.email_blank.text
  else if (readEmail(wanted.username) === null) found.username = errors.email_invalid.text
  if (wanted.first_name.trim() === '') found.first_name = errors.first_name_blank.text
  if (wanted.last_name.trim() === '') found.last_name = errors.last_name_blank.text
  if (wanted.way === 'mail') return found
  const complaint = passwordComplaint(wanted, policy)
  if (complaint !== undefined) found.password = complaint
  if (wanted.confirmation === '') found.confirmation = 'Please confirm your password'
  else if (wanted.confirmation !== wanted.password) found.confirmation = 'Passwords do not match'
  return found
}

/** Names of the form fields that show the server's messages, by error code. */
export const fieldOfCode: Readonly<Record<string, Field>> = {
  email_blank: 'username',
  email_invalid: 'username',
  email_not_usable: 'username',
  already_member: 'username',
  first_name_blank: 'first_name',
  last_name_blank: 'last_name',
  password_blank: 'password',
  password_weak: 'password',
  password_short: 'password',
  password_common: 'password',
  password_personal: 'password',
}
