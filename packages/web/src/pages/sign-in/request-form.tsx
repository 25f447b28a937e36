import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/submit.tsx'

interface RequestFormProps {
  username: string
  /** `busy`: the request is being sent; `sent`: it was sent. */
  busy: boolean
  sent: boolean
  onUsername: (username: string) => void
  onSubmit: () => void
  onBack: () => void
}

/** Form for the email to which a link to reset the password is sent; `onSubmit` makes the request. */
export function RequestForm({ username, busy, sent, onUsername, onSubmit, onBack }: RequestFormProps) {
  const missing = username.trim() === '' ? 'Enter your email' : sent ? 'The link is sent.' : undefined
  return (
    <Form className="stack panel wide entrance-form" missing={missing} busy={busy} onSubmit={onSubmit}>
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
      <SubmitButton className="entrance-button" busyText="Requesting…">
        Request Password Reset
      </SubmitButton>
      <button type="button" className="link-button entrance-link" onClick={onBack}>
        {'<- Back to login'}
      </button>
    </Form>
  )
}
