import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeOwnPassword } from '../../features/identity/change-password.ts'
import { passwordRefusal, useNewPassword } from '../../features/identity/new-password.ts'
import { NewPasswordFields } from '../../features/identity/new-password-fields.tsx'
import { STILL_SIGNED_IN, signOut } from '../../features/identity/sign-out.ts'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/title.ts'
import { userQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Entrance } from '../entrance.tsx'

const currentRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'current_password_wrong' ? error.message : undefined

/** Changes a password that an administrator chose; the requested page is shown afterwards. */
function useFirstChange(username: string) {
  const client = useQueryClient()
  const entry = useNewPassword(username)
  const [current, setCurrent] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isReady = current !== '' && entry.isReady && !busy
  const submit = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await changeOwnPassword(current, entry.password)
      await client.invalidateQueries({ queryKey: userQuery.queryKey })
    } catch (failure) {
      setError(failure)
      entry.refuse(passwordRefusal(failure))
    } finally {
      setBusy(false)
    }
  }
  return { entry, current, setCurrent, busy, error, isReady, submit: () => void submit() }
}

/** Page shown first to users whose password was chosen by someone else. */
export function ChangePasswordPage({ username }: { username: string }) {
  useTitle('Change your password')
  const [isStuck, setIsStuck] = useState(false)
  const leave = () => signOut().catch(() => setIsStuck(true))
  const { entry, current, setCurrent, busy, error, isReady, submit } = useFirstChange(username)
  const refused = currentRefusal(error)
  const isSaidBelow = error === undefined || refused !== undefined || passwordRefusal(error) !== undefined
  const wrong = isSaidBelow ? undefined : 'Error updating user'
  return (
    <Entrance title="Change your password" error={isStuck ? STILL_SIGNED_IN : wrong}>
      <Form
        className="entrance-form"
        onSubmit={() => {
          if (isReady) submit()
        }}
      >
        <p>Your password was chosen by somebody else. Choose one that only you know, then go on.</p>
        <TextField label="Email" type="email" name="username" autoComplete="username" readOnly value={username} />
        <TextField
          label="Current password"
          type="password"
          name="password"
          autoComplete="current-password"
          autoFocus
          maxLength={128}
          value={current}
          error={refused}
          onValue={setCurrent}
        />
        <NewPasswordFields entry={entry} />
        <Button type="submit" primary className="entrance-button" disabled={!isReady}>
          {busy ? 'Changing…' : 'Change password'}
        </Button>
        <button type="button" className="link-button entrance-link" onClick={() => void leave()}>
          Logout
        </button>
      </Form>
    </Entrance>
  )
}
