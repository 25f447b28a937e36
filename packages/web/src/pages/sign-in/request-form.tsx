import { TextField } from '../../ui/field.tsx'

interface RequestFormProps {
  username: string
  /** `busy`: the request is being sent; `sent`: it was sent. */
  busy: boolean
  sent: boolean
  onUsername: (username: string) => void
  onSubmit: () => void
  onBack: () => void
}

/** Form that requests a link to reset the password. */
export function RequestForm({ username, busy, sent, onUsername, onSubmit, onBack }: RequestFormProps) {
  const blocked = username.trim() === '' || busy || sent
  return (
    <form
      className="entrance-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked) onSubmit()
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
        hint={sent ? 'The link works once, for 60 minutes.' : 'The link to a new password goes to this address.'}
      />
      <button type="submit" className="button button-primary entrance-button" disabled={blocked}>
        {busy ? 'Requesting…' : 'Request Password Reset'}
      </button>
      <button type="button" className="link-button entrance-link" onClick={onBack}>
        {'<- Back to login'}
      </button>
    </form>
  )
}
