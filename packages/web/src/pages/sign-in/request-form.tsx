import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { BackToLogin } from './back-to-login.tsx'
import { EmailField } from './email-field.tsx'

interface RequestFormProps {
  username: string
  /** True while the request is being sent; `sent` is true after it was sent. */
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
      <EmailField
        value={username}
        onValue={onUsername}
        hint={sent ? 'The link works once, for 60 minutes.' : 'The link to a new password goes to this address.'}
      />
      <SubmitButton className="entrance-button" busyText="Requesting…">
        Request Password Reset
      </SubmitButton>
      <BackToLogin onBack={onBack} />
    </Form>
  )
}
