import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { StepProps } from './use-first-run.ts'

/** Step 3: the first machine. Submitting it creates everything. */
export function MachineStep({ draft, faults, set, busy, onBack }: StepProps) {
  return (
    <>
      <TextField
        label="Machine name"
        autoFocus
        autoComplete="off"
        placeholder="Press 1"
        maxLength={120}
        value={draft.machine_name}
        error={faults.machine_name}
        hint="It gets a device with a key of its own."
        onValue={(machine_name) => set({ machine_name })}
      />
      <div className="first-run-ways">
        <Button type="submit" primary disabled={busy}>
          {busy ? 'Setting up…' : 'Set up'}
        </Button>
        <Button onClick={onBack} disabled={busy}>
          Back
        </Button>
      </div>
    </>
  )
}
