import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Submit } from '../../ui/submit.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { whyNot } from './password-form-rule.ts'
import { useAccount } from './use-account.ts'
import type { User } from './user.ts'

/** Form for email and password. Changing either requires the current password. */
export function AccountForm({ user }: { user: User }) {
  const [username, setUsername] = useState(user.username)
  const { entry, current, setCurrent, currentError, busy, submit } = useAccount(user, username)
  const missing = whyNot({ current, password: entry.password, repeat: entry.repeat })
  return (
    <Panel title="Email and password">
      <Form
        noValidate
        onSubmit={() => {
          if (missing === undefined && !busy) submit()
        }}
      >
        <TextField
          label="Email"
          type="email"
          name="username"
          autoComplete="username"
          maxLength={254}
          value={username}
          hint="You sign in with it. Changing it takes your current password."
          onValue={setUsername}
        />
        <div className="form-pair">
          <TextField
            label="Current password"
            type="password"
            name="password"
            autoComplete="current-password"
            maxLength={128}
            value={current}
            error={currentError}
            onValue={setCurrent}
          />
          <NewPasswordFields entry={entry} />
        </div>
        <Submit busy={busy} missing={missing}>
          {busy ? 'Saving…' : 'Save'}
        </Submit>
        <p className="settings-note">A new password ends all your other sessions.</p>
      </Form>
    </Panel>
  )
}
