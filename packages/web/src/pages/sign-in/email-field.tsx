import { TextField } from '../../ui/field.tsx'

interface EmailFieldProps {
  value: string
  onValue: (username: string) => void
  hint?: string
}

/** Field for the email with which a person signs in. */
export const EmailField = (props: EmailFieldProps) => (
  <TextField
    label="Email"
    type="email"
    name="username"
    autoComplete="username"
    autoFocus
    required
    maxLength={254}
    {...props}
  />
)
