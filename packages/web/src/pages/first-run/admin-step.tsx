import { NewPasswordFields } from '../../features/identity/new-password-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import type { StepProps } from './use-first-run.ts'

/**
 * Fields of step 2 of the set-up: email, name and password of the first superuser, and buttons to go on or back. Nothing is
 * saved yet.
 */
export function AdminStep({ bind, onBack }: StepProps) {
  return (
    <>
      <TextField label="Email" type="email" autoComplete="username" autoFocus maxLength={254} {...bind('username')} />
      <div className="stack form-pair">
        <TextField label="First name" autoComplete="given-name" maxLength={120} {...bind('first_name')} />
        <TextField label="Last name" autoComplete="family-name" maxLength={120} {...bind('last_name')} />
      </div>
      <NewPasswordFields password={bind('password')} repeat={bind('repeat')} label="Password" />
      <div className="wrap">
        <SubmitButton>Continue</SubmitButton>
        <Button onClick={onBack}>Back</Button>
      </div>
    </>
  )
}
