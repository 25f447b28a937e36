import { useState } from 'react'
import type { Credentials } from '../../features/identity/sign-in.ts'

interface PasswordFormProps {
  busy: boolean
  onSubmit: (credentials: Credentials) => void
}

/** Email and password; the button waits until both are there. */
export function PasswordForm({ busy, onSubmit }: PasswordFormProps) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const incomplete = username.trim() === '' || password.trim() === ''
  return (
    <form
      className="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!incomplete && !busy) onSubmit({ username, password })
      }}
    >
      <label className="field">
        Email
        <input
          type="email"
          name="username"
          autoComplete="username"
          // biome-ignore lint/a11y/noAutofocus: the page is this form
          autoFocus
          required
          maxLength={254}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </label>
      <label className="field">
        Password
        <input
          type="password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <button type="submit" className="button button-primary sign-in-button" disabled={incomplete || busy}>
        {busy ? 'Signing in…' : 'Login'}
      </button>
      <p className="sign-in-hint">{incomplete ? 'Email and password, please.' : ''}</p>
    </form>
  )
}
