import { TextField } from '../../ui/field.tsx'

type CodeFieldProps = Pick<
  React.ComponentProps<typeof TextField>,
  'label' | 'value' | 'error' | 'hint' | 'onValue' | 'onBlur' | 'autoFocus'
>

/** Field for a code of an authenticator app or a recovery code, marked so that browsers and phones can fill it in. */
export const CodeField = (field: CodeFieldProps) => (
  <TextField
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    {...field}
    name="code"
  />
)
