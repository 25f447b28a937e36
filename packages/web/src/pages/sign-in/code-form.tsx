import { CodeField } from '../../features/identity/code-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SubmitButton } from '../../ui/submit.tsx'

interface CodeFormProps {
  onSubmit: (code: string) => Promise<void>
  onBack: () => void
}

/** Form for the code of the second factor, after the password; `onSubmit` completes the sign-in and shows its errors. */
export function CodeForm({ onSubmit, onBack }: CodeFormProps) {
  const { bind, form } = useForm({
    stored: { code: '' },
    missing: ({ code }) => (code.trim() === '' ? 'Enter the code that your app shows' : undefined),
    work: ({ code }) => onSubmit(code),
  })
  return (
    <Form className="stack panel wide entrance-form" {...form}>
      <CodeField
        label="Code"
        autoFocus
        hint="Six digits of your authenticator app. Without your phone, a recovery code."
        {...bind('code')}
      />
      <SubmitButton className="entrance-button" busyText="Signing in…">
        Login
      </SubmitButton>
      <button type="button" className="link-button entrance-link" onClick={onBack}>
        {'<- Back to login'}
      </button>
    </Form>
  )
}
