import { errors } from '@millwatch/contract/errors'
import { type PasswordPolicy, passwordFault } from '@millwatch/domain/identity'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { setupQuery } from './first-run.ts'

const MISMATCH = 'Passwords do not match'

/**
 * Returns the reason why a password is not allowed for this user by the policy of the installation; undefined when it
 * is.
 */
const passwordComplaint = (policy: PasswordPolicy, password: string, email: string): string | undefined => {
  const fault = passwordFault(policy, password, email)
  return fault === null ? undefined : errors[fault].text
}

const passwordCodes: readonly string[] = ['password_weak', 'password_short', 'password_common', 'password_personal']

/** Returns the server's reason for refusing a password; undefined for any other error. */
export const passwordRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code !== undefined && passwordCodes.includes(error.code)
    ? error.message
    : undefined

export interface NewPassword {
  readonly password: string
  readonly repeat: string
  readonly error: string | undefined
  readonly repeatError: string | undefined
  /** True when the password meets the policy and both fields are equal. */
  readonly isReady: boolean
  setPassword: (value: string) => void
  setRepeat: (value: string) => void
  /** Shows errors of a field that lost focus. `both` also reports blank fields. */
  check: (which: 'password' | 'repeat' | 'both') => void
  /** Shows an error from the server until the password is edited. */
  refuse: (words: string | undefined) => void
  clear: () => void
}

const unchecked = { password: false, repeat: false, whole: false }

/**
 * Holds a new password and its repetition. Fields are validated when they lose focus; shown errors are updated while
 * typing.
 */
export function useNewPassword(email: string): NewPassword {
  const { data: setup } = useQuery(setupQuery)
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [checked, setChecked] = useState(unchecked)
  const [refusal, setRefusal] = useState<string>()
  const fault = passwordComplaint(setup?.password_policy ?? 'spec', password, email)
  const complaint = password === '' ? checked.whole && 'Please input your password' : fault
  const difference = repeat === '' ? checked.whole && 'Please confirm your password' : repeat !== password && MISMATCH
  return {
    password,
    repeat,
    error: refusal ?? ((checked.password && complaint) || undefined),
    repeatError: (checked.repeat && difference) || undefined,
    isReady: fault === undefined && repeat === password,
    setPassword: (value) => {
      setPassword(value)
      setRefusal(undefined)
    },
    setRepeat,
    check: (which) =>
      setChecked((before) => ({
        password: before.password || which !== 'repeat',
        repeat: before.repeat || which !== 'password',
        whole: before.whole || which === 'both',
      })),
    refuse: setRefusal,
    clear: () => {
      setPassword('')
      setRepeat('')
      setChecked(unchecked)
      setRefusal(undefined)
    },
  }
}
