import { SelectField, TextField } from '../../ui/field.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { zonesWith } from './draft.ts'
import type { StepProps } from './use-first-run.ts'

/** Fields of step 1 of the set-up: the set-up code, the name of the company, and its time zone. Nothing is saved yet. */
export function CompanyStep({ bind }: StepProps) {
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <TextField
        label="Code"
        autoComplete="off"
        autoFocus
        maxLength={64}
        hint="The server printed it in its terminal when it started."
        {...bind('code')}
      />
      <TextField
        label="Company name"
        autoComplete="organization"
        maxLength={120}
        {...bind('company_name')}
        name="organization"
      />
      <SelectField
        label="Time zone"
        options={zonesWith(browserZone).map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))}
        hint="Days and shifts begin by this zone's clock. Units can have another one."
        {...bind('timezone')}
      />
      <div className="wrap">
        <SubmitButton busyText="Checking the code…">Continue</SubmitButton>
      </div>
    </>
  )
}
