import { TextField } from '../../ui/field.tsx'
import type { NewPassword } from './new-password.ts'

interface NewPasswordFieldsProps {
  entry: NewPassword
  label?: string
  disabled?: boolean
}

export function NewPasswordFields({ entry, label = 'New password', disabled = false }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        type="password"
        name="new-password"
        autoComplete="new-password"
        maxLength={128}
        disabled={disabled}
        value={entry.password}
        error={entry.error}
        onValue={entry.setPassword}
        onBlur={() => entry.check('password')}
      />
      <TextField
        label="Repeat password"
        type="password"
        name="repeat-password"
        autoComplete="new-password"
        maxLength={128}
        disabled={disabled}
        value={entry.repeat}
        error={entry.repeatError}
        onValue={entry.setRepeat}
        onBlur={() => entry.check('repeat')}
      />
    </>
  )
}
