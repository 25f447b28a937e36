import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { passwordRefusal, useNewPassword } from '../../features/identity/new-password.ts'
import { NewPasswordFields } from '../../features/identity/new-password-fields.tsx'
import { finishReset, verifyReset } from '../../features/identity/password-reset.ts'
import { ApiError } from '../../lib/api.ts'
import { arrival } from '../../lib/arrival.ts'
import { useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Entrance } from '../entrance.tsx'

const INVALID = 'Token invalid or expired'
const TO_LOGIN_MS = 3000

const isInvalid = (error: unknown): boolean => error instanceof ApiError && error.code === 'reset_token_invalid'

/** Returns the username of the account that the link of this page is for. */
const useVerified = (token: string | undefined) =>
  useQuery({
    queryKey: ['password-reset'],
    queryFn: () => verifyReset(token ?? ''),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Holds the state of setting the password: asked, busy or done. */
function useReset(token: string | undefined, username: string | undefined) {
  const entry = useNewPassword(username ?? '')
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked')
  const [error, setError] = useState<string>()
  const submit = async (): Promise<void> => {
    if (token === undefined || username === undefined) return
    setState('busy')
    setError(undefined)
    try {
      await finishReset(token, username, entry.password)
      setState('done')
    } catch (failure) {
      setState('asked')
      entry.refuse(passwordRefusal(failure))
      setError(isInvalid(failure) ? INVALID : 'Error resetting password')
    }
  }
  return { entry, state, error, submit: () => void submit() }
}

/** Page opened by a mailed reset link: asks for a new password, then leads to the sign-in page. */
export function ResetPage() {
  useTitle('Set a new password')
  const navigate = useNavigate()
  const token = arrival.reset
  const { data: username, error: refused } = useVerified(token)
  const { entry, state, error, submit } = useReset(token, username)
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => void navigate('/login', { replace: true }), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [state, navigate])
  const isRefused = token === undefined || refused !== null
  const isOpen = username !== undefined && state === 'asked'
  return (
    <Entrance
      title="Set a new password"
      error={isRefused ? INVALID : error}
      message={state === 'done' ? 'Password has been changed. Redirecting to login page...' : undefined}
    >
      <Form
        className="entrance-form"
        onSubmit={() => {
          if (isOpen && entry.isReady) submit()
        }}
      >
        {isRefused && <p>A link works once, for 60 minutes. Ask for another one on the login page.</p>}
        <TextField label="Email" type="email" name="username" autoComplete="username" readOnly value={username ?? ''} />
        <NewPasswordFields entry={entry} disabled={!isOpen} />
        <Button type="submit" primary className="entrance-button" disabled={!isOpen || !entry.isReady}>
          {state === 'busy' ? 'Resetting…' : 'Reset Password'}
        </Button>
        <Link to="/login" className="entrance-link">
          {'<- Back to login'}
        </Link>
      </Form>
    </Entrance>
  )
}
