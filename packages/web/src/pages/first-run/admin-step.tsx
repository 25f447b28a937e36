import type { NewPassword } from '../../features/identity/new-password.ts'
import { NewPasswordFields } from '../../features/identity/new-password-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { StepProps } from './use-first-run.ts'

/** Step 2: the first superuser. */
export function AdminStep({ draft, faults, set, onBack, password }: StepProps & { password: NewPassword }) {
  return (
    <>
      <TextField
        label="Email"
        type="email"
        name="username"
        autoComplete="username"
        autoFocus
        maxLength={254}
        value={draft.username}
        error={faults.username}
        onValue={(username) => set({ username })}
      />
      <div className="form-pair">
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={120}
          value={draft.first_name}
          error={faults.first_name}
          onValue={(first_name) => set({ first_name })}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={120}
          value={draft.last_name}
          error={faults.last_name}
          onValue={(last_name) => set({ last_name })}
        />
      </div>
      <NewPasswordFields entry={password} label="Password" />
      <div className="first-run-ways">
        <Button type="submit" primary>
          Continue
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </>
  )
}
