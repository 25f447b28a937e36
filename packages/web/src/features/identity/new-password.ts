import { errors } from '@millwatch/contract/errors'
import { type PasswordPolicy, passwordFault } from '@millwatch/domain/identity'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { setupQuery } from './first-run.ts'

const MISMATCH = 'Passwords do not match'

/** Why this cannot be a password of this person, by the policy of the installation. */
const passwordComplaint = (policy: PasswordPolicy, password: string, email: string): string | undefined => {
  const fault = passwordFault(policy, password, email)
  return fault === null ? undefined : errors[fault].text
}

const passwordCodes: readonly string[] = ['password_weak', 'password_short', 'password_common', 'password_personal']

/** What the server holds against a password, or undefined where something else failed. */
export const passwordRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code !== undefined && passwordCodes.includes(error.code)
    ? error.message
    : undefined

export interface NewPassword {
  readonly password: string
  readonly repeat: string
  readonly error: string | undefined
  readonly repeatError: string | undefined
  /** Good enough, and twice the same. */
  readonly isReady: boolean
  setPassword: (value: string) => void
  setRepeat: (value: string) => void
  /** Says what is wrong with what was left; with `both`, also that there is nothing yet. */
  judge: (which: 'password' | 'repeat' | 'both') => void
  /** What the server said of it; stands until it is changed. */
  refuse: (words: string | undefined) => void
  clear: () => void
}

const unjudged = { password: false, repeat: false, whole: false }

/** A new password and its repetition: judged when a field is left, corrected while one types. */
export function useNewPassword(email: string): NewPassword {
  const { data: setup } = useQuery(setupQuery)
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [judged, setJudged] = useState(unjudged)
  const [refusal, setRefusal] = useState<string>()
  const fault = passwordComplaint(setup?.password_policy ?? 'spec', password, email)
  const complaint = password === '' ? judged.whole && 'Please input your password' : fault
  const difference = repeat === '' ? judged.whole && 'Please confirm your password' : repeat !== password && MISMATCH
  return {
    password,
    repeat,
    error: refusal ?? ((judged.password && complaint) || undefined),
    repeatError: (judged.repeat && difference) || undefined,
    isReady: fault === undefined && repeat === password,
    setPassword: (value) => {
      setPassword(value)
      setRefusal(undefined)
    },
    setRepeat,
    judge: (which) =>
      setJudged((known) => ({
        password: known.password || which !== 'repeat',
        repeat: known.repeat || which !== 'password',
        whole: known.whole || which === 'both',
      })),
    refuse: setRefusal,
    clear: () => {
      setPassword('')
      setRepeat('')
      setJudged(unjudged)
      setRefusal(undefined)
    },
  }
}
