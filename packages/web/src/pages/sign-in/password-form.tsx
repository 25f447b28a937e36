import { useState } from 'react'
import type { Credentials } from '../../features/identity/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'

interface PasswordFormProps {
  busy: boolean
  username: string
  onUsername: (username: string) => void
  onSubmit: (credentials: Credentials) => void
  onForgotten: () => void
}

/** Form for email and password; its button is disabled until both are filled in. */
export function PasswordForm({ busy, username, onUsername, onSubmit, onForgotten }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const incomplete = username.trim() === '' || password.trim() === ''
  return (
    <Form
      className="entrance-form"
      onSubmit={() => {
        if (!incomplete && !busy) onSubmit({ username, password })
      }}
    >
      <TextField
        label="Email"
        type="email"
        name="username"
        autoComplete="username"
        autoFocus
        required
        maxLength={254}
        value={username}
        onValue={onUsername}
      />
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
      <Button type="submit" primary className="entrance-button" disabled={incomplete || busy}>
        {busy ? 'Signing in…' : 'Login'}
      </Button>
      <p className="entrance-hint">{incomplete ? 'Email and password, please.' : ''}</p>
      <button type="button" className="link-button entrance-link" onClick={onForgotten}>
        Forgot password?
      </button>
    </Form>
  )
}
