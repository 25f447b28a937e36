import { TextField } from '../../ui/field.tsx'

type Bound = Pick<React.ComponentProps<typeof TextField>, 'value' | 'error' | 'onValue' | 'onBlur'>

interface NewPasswordFieldsProps {
  password: Bound
  repeat: Bound
  label?: string
  disabled?: boolean
}

export function NewPasswordFields({ password, repeat, label = 'New password', disabled }: NewPasswordFieldsProps) {
  const input = { type: 'password', autoComplete: 'new-password', maxLength: 128, disabled }
  return (
    <>
      <TextField label={label} {...password} {...input} name="new-password" />
      <TextField label="Repeat password" {...repeat} {...input} name="repeat-password" />
    </>
  )
}
