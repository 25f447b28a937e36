import { CodeField } from '../../features/identity/code-field.tsx'
import { canUsePasskeys } from '../../features/identity/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SubmitButton } from '../../ui/submit.tsx'
import { BackToLogin } from './back-to-login.tsx'

interface CodeFormProps {
  /** True if the person has an authenticator app; else the code is a recovery code. */
  hasApp: boolean
  busy: boolean
  /** Completes the sign-in by a passkey; undefined if the person has none. */
  onPasskey: (() => Promise<void>) | undefined
  onSubmit: (code: string) => Promise<void>
  onBack: () => void
}

/**
 * Form for the second factor after the password: a code, or a passkey if the browser and the person have one. `onSubmit` and
 * `onPasskey` complete the sign-in and show its errors.
 */
export function CodeForm({ hasApp, busy, onPasskey, onSubmit, onBack }: CodeFormProps) {
  const { bind, form } = useForm({
    stored: { code: '' },
    missing: ({ code }) =>
      code.trim() === '' ? (hasApp ? 'Enter the code that your app shows' : 'Enter a recovery code') : undefined,
    work: ({ code }) => onSubmit(code),
  })
  return (
    <Form className="stack panel wide entrance-form" {...form}>
      <p>Your password is right. Now your second factor:</p>
      {onPasskey !== undefined && canUsePasskeys() && (
        <Button primary className="entrance-button" autoFocus disabled={busy} onClick={() => void onPasskey()}>
          Use a passkey
        </Button>
      )}
      <CodeField
        label={hasApp ? 'Code' : 'Recovery code'}
        autoFocus={onPasskey === undefined}
        hint={
          hasApp
            ? 'Six digits of your authenticator app. Without your phone, a recovery code.'
            : 'In place of the passkey, for example without your phone.'
        }
        {...bind('code')}
      />
      <SubmitButton className="entrance-button" busyText="Signing in…">
        Login
      </SubmitButton>
      <BackToLogin onBack={onBack} />
    </Form>
  )
}
