import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noPassword, passwordCodes, usePasswordFaults } from '../../features/identity/new-password.ts'
import { NewPasswordFields } from '../../features/identity/new-password-fields.tsx'
import { finishReset, verifyReset } from '../../features/identity/password-reset.ts'
import { ApiError } from '../../lib/api.ts'
import { arrival } from '../../lib/arrival.ts'
import { useTitle } from '../../lib/title.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SubmitButton } from '../../ui/submit.tsx'
import { Entrance, type EntrancePageProps } from '../entrance.tsx'

const INVALID = 'Token invalid or expired'
const TO_LOGIN_MS = 3000

const isInvalid = (error: unknown): boolean => error instanceof ApiError && error.code === 'reset_token_invalid'

/** Returns the query of the account to which the reset link belongs; without a token it reads nothing. */
const useVerified = (token: string | undefined) =>
  useQuery({
    queryKey: ['password-reset'],
    queryFn: () => verifyReset(token ?? ''),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

const doneWords = (inviting: string | null): string =>
  inviting === null
    ? 'Password has been changed. Redirecting to login page...'
    : 'Password has been set. Redirecting to login page...'

/**
 * Page that a mailed reset link or the link of an invitation opens, with a form for a new password. When it is saved, the sign-in
 * page opens after 3 s. A link that is not valid any more shows an error.
 */
export function ResetPage({ onOpen }: EntrancePageProps) {
  useTitle('Set a new password')
  const token = arrival.reset
  const { data: account, error: refused } = useVerified(token)
  const username = account?.username
  const inviting = account?.companyName ?? null
  const passwordFaults = usePasswordFaults()
  const { bind, form, failure, isDone } = useForm({
    stored: noPassword,
    faults: (entry) => passwordFaults(entry, username ?? ''),
    showsFaultsLate: true,
    missing: (entry) =>
      username === undefined ? 'The link is not checked yet' : Object.values(passwordFaults(entry, username))[0],
    work: ({ password }) => finishReset(token ?? '', username ?? '', password),
    fields: passwordCodes,
  })
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void onOpen('/login'), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [isDone, onOpen])
  const isRefused = token === undefined || refused !== null
  const error = failure === null ? undefined : isInvalid(failure) ? INVALID : 'Error resetting password'
  return (
    <Entrance
      title={inviting === null ? 'Set a new password' : `Join ${inviting}`}
      error={isRefused ? INVALID : error}
      message={isDone ? doneWords(inviting) : undefined}
    >
      <Form className="stack panel wide entrance-form" {...form}>
        {isRefused && (
          <p>
            A link works once: that for a new password for 60 minutes, that of an invitation for seven days. Request
            another one on the login page, or from the person who invited you.
          </p>
        )}
        {inviting !== null && !isDone && <p>You are invited to {inviting}. Choose a password, then sign in with it.</p>}
        <TextField label="Email" type="email" name="username" autoComplete="username" readOnly value={username ?? ''} />
        <NewPasswordFields
          password={bind('password')}
          repeat={bind('repeat')}
          disabled={username === undefined || form.busy || isDone}
        />
        <SubmitButton className="entrance-button" busyText="Resetting…">
          {inviting === null ? 'Reset Password' : 'Set password'}
        </SubmitButton>
        <a href="/login" className="entrance-link">
          {'<- Back to login'}
        </a>
      </Form>
    </Entrance>
  )
}
