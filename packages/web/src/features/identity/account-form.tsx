import { useQueryClient } from '@tanstack/react-query'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Panel } from '../../ui/panel.tsx'
import { Submit } from '../../ui/submit.tsx'
import { changeOwnPassword } from './change-password.ts'
import { noPassword, passwordCodes, usePasswordFaults } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { sessionsQuery } from './own-sessions.ts'
import { whyNot } from './password-form-rule.ts'
import { type User, updateMessage, updateSelf } from './user.ts'

/**
 * Form that changes the signed-in person's email, password or both. A change needs the current password; a new password ends all
 * other sessions of the person. The email is changed first, and stays changed if the password is refused.
 */
export function AccountForm({ user }: { user: User }) {
  const client = useQueryClient()
  const passwordFaults = usePasswordFaults()
  const isOther = (username: string): boolean => username.trim() !== user.username
  const { bind, form } = useForm({
    stored: { username: user.username, current: '', ...noPassword },
    missing: whyNot,
    faults: ({ username, current, ...entry }) => ({
      ...(entry.password !== '' && passwordFaults(entry, username)),
      ...(isOther(username) && current === '' && { current: 'Please input your password' }),
    }),
    showsFaultsLate: true,
    work: async ({ username, current, password }) => {
      // The email is changed first, since that call needs the password still in force.
      if (isOther(username)) await updateSelf(client, user.id, { username: username.trim(), current_password: current })
      if (password !== '') await changeOwnPassword(current, password)
    },
    done: 'User updated successfully',
    failed: updateMessage,
    fields: { ...passwordCodes, current_password_wrong: 'current' },
    showsAllFailures: true,
    changes: [sessionsQuery.queryKey],
  })
  return (
    <Panel title="Email and password">
      <Form noValidate {...form}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          maxLength={254}
          hint="You sign in with it. Changing it takes your current password."
          {...bind('username')}
        />
        <div className="stack form-pair">
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            maxLength={128}
            {...bind('current')}
            name="password"
          />
          <NewPasswordFields password={bind('password')} repeat={bind('repeat')} />
        </div>
        <Submit>{form.busy ? 'Saving…' : 'Save'}</Submit>
        <p className="note">A new password ends all your other sessions.</p>
      </Form>
    </Panel>
  )
}
