import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import type { StepProps } from './use-first-run.ts'

/**
 * Field of step 3 of the set-up, the name of the first machine, with a button that creates company, superuser and machine, and
 * one back.
 */
export function MachineStep({ bind, busy, onBack }: StepProps & { busy: boolean }) {
  return (
    <>
      <TextField
        label="Machine name"
        autoFocus
        autoComplete="off"
        placeholder="Press 1"
        maxLength={120}
        hint="It gets a device with a key of its own."
        {...bind('machine_name')}
      />
      <div className="wrap">
        <SubmitButton busyText="Setting up…">Set up</SubmitButton>
        <Button onClick={onBack} disabled={busy}>
          Back
        </Button>
      </div>
    </>
  )
}
