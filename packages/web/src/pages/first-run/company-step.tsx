import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { zonesWith } from './draft.ts'
import type { StepProps } from './use-first-run.ts'

/** Step 1: the set-up code printed by the server, the company, its time zone. */
export function CompanyStep({ draft, faults, set, busy }: StepProps) {
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <TextField
        label="Code"
        name="code"
        autoComplete="off"
        autoFocus
        maxLength={64}
        value={draft.code}
        error={faults.code}
        hint="The start of the server printed it in its terminal."
        onValue={(code) => set({ code })}
      />
      <TextField
        label="Company name"
        name="organization"
        autoComplete="organization"
        maxLength={120}
        value={draft.company_name}
        error={faults.company_name}
        onValue={(company_name) => set({ company_name })}
      />
      <SelectField
        label="Time zone"
        value={draft.timezone}
        options={zonesWith(browserZone).map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))}
        hint="Days and shifts begin by this zone's clock. Units can have another one."
        onValue={(timezone) => set({ timezone })}
      />
      <div className="first-run-ways">
        <Button type="submit" primary disabled={busy}>
          {busy ? 'Checking the code…' : 'Continue'}
        </Button>
      </div>
    </>
  )
}
