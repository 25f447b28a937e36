import { useState } from 'react'
import { changeOwnPassword } from '../../features/identity/change-password.ts'
import { noPassword, passwordCodes, usePasswordFaults } from '../../features/identity/new-password.ts'
import { NewPasswordFields } from '../../features/identity/new-password-fields.tsx'
import { STILL_SIGNED_IN, signOut } from '../../features/identity/sign-out.ts'
import { useTitle } from '../../lib/title.ts'
import { userQuery } from '../../scope/session.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SubmitButton } from '../../ui/submit.tsx'
import { Entrance } from '../entrance.tsx'

/**
 * Page for a person whose password was chosen by somebody else, with a form for a new one. When it is saved, the page that the
 * person opened appears.
 */
export function ChangePasswordPage({ username }: { username: string }) {
  useTitle('Change your password')
  const [isStuck, setIsStuck] = useState(false)
  const leave = () => signOut().catch(() => setIsStuck(true))
  const passwordFaults = usePasswordFaults()
  const { bind, form, failure } = useForm({
    stored: { current: '', ...noPassword },
    faults: (entry) => passwordFaults(entry, username),
    showsFaultsLate: true,
    missing: (entry) =>
      entry.current === '' ? 'Please input your password' : Object.values(passwordFaults(entry, username))[0],
    work: ({ current, password }) => changeOwnPassword(current, password),
    fields: { ...passwordCodes, current_password_wrong: 'current' },
    changes: [userQuery.queryKey],
  })
  const wrong = failure === null ? undefined : 'Error updating user'
  return (
    <Entrance title="Change your password" error={isStuck ? STILL_SIGNED_IN : wrong}>
      <Form className="stack panel wide entrance-form" {...form}>
        <p>Your password was chosen by somebody else. Choose one that only you know, then go on.</p>
        <TextField label="Email" type="email" name="username" autoComplete="username" readOnly value={username} />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          autoFocus
          maxLength={128}
          {...bind('current')}
          name="password"
        />
        <NewPasswordFields password={bind('password')} repeat={bind('repeat')} />
        <SubmitButton className="entrance-button" busyText="Changing…">
          Change password
        </SubmitButton>
        <button type="button" className="link-button entrance-link" onClick={() => void leave()}>
          Logout
        </button>
      </Form>
    </Entrance>
  )
}
