import { TextField } from '../../ui/field.tsx'

interface RequestFormProps {
  username: string
  /** Being asked for, or just asked for. */
  busy: boolean
  sent: boolean
  onUsername: (username: string) => void
  onSubmit: () => void
  onBack: () => void
}

/** Asks for a link by which the password can be set anew. */
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
