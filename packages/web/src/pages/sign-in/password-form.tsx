import { useState } from 'react'
import type { Credentials } from '../../features/identity/sign-in.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { EmailField } from './email-field.tsx'

interface PasswordFormProps {
  busy: boolean
  username: string
  onUsername: (username: string) => void
  onSubmit: (credentials: Credentials) => void
  onForgotten: () => void
}

/** Form for email and password that calls `onSubmit` with both; it can be submitted when both are filled. */
export function PasswordForm({ busy, username, onUsername, onSubmit, onForgotten }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const missing = username.trim() === '' || password.trim() === '' ? 'Enter your email and password' : undefined
  return (
    <Form
      className="stack panel wide entrance-form"
      missing={missing}
      busy={busy}
      onSubmit={() => onSubmit({ username, password })}
    >
      <EmailField value={username} onValue={onUsername} />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        maxLength={128}
        value={password}
        onValue={setPassword}
      />
      <SubmitButton className="entrance-button" busyText="Signing in…">
        Login
      </SubmitButton>
      <p className="note entrance-hint">{missing}</p>
      <button type="button" className="link-button entrance-link" onClick={onForgotten}>
        Forgot password?
      </button>
      <a href="/kiosk" className="entrance-link">
        Connect a kiosk display
      </a>
    </Form>
  )
}
