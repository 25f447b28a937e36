import './company.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { zonesQuery } from '../../scope/zones.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Panel } from '../../ui/panel.tsx'
import { Submit } from '../../ui/submit.tsx'
import { type CompanyFacts, saveTimeZone } from './queries.ts'

const readOnly = [
  ['street_address', 'Street address'],
  ['zip_code', 'ZIP code'],
  ['poc_phone_number', 'Contact phone'],
  ['poc_email', 'Contact email'],
] as const

interface FactsPanelProps {
  company: CompanyFacts
  mayChange: boolean
  /** Called after a change; reloads everything else that shows the company. */
  onChanged: () => void
}

/** Facts of the company. Its time zone is set here; address and contact are set by the operator of the installation. */
export function FactsPanel({ company, mayChange, onChanged }: FactsPanelProps) {
  return (
    <Panel title="Company">
      <div className="form">
        <TimeZone company={company} mayChange={mayChange} onChanged={onChanged} />
        <div className="company-facts">
          {readOnly.map(([name, label]) => (
            <TextField key={name} label={label} value={company[name] ?? ''} placeholder="Not known" readOnly />
          ))}
        </div>
        <p className="company-note">
          Address and contact are set by whoever operates this installation, with <code>millwatch company set</code>.
        </p>
      </div>
    </Panel>
  )
}

function TimeZone({ company, mayChange, onChanged }: FactsPanelProps) {
  const [wanted, setWanted] = useState(company.timezone)
  const { data: offered = [] } = useQuery({ ...zonesQuery, enabled: mayChange })
  const saving = useSubmit({
    work: () => saveTimeZone(wanted),
    done: 'Saved successfully',
    failed: 'Error saving company',
    changes: 'all',
    onSettled: onChanged,
  })
  const zones = [...new Set([...offered, company.timezone])].sort()
  return (
    <Form className="company-zone" onSubmit={() => saving.mutate()}>
      <SelectField
        label="Time zone"
        value={wanted}
        disabled={!mayChange}
        hint={
          mayChange
            ? 'Of the company and of every unit that has none of its own. Days, shifts and reports follow it.'
            : 'Admins of the company change it.'
        }
        options={zones.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))}
        onValue={setWanted}
      />
      {mayChange && (
        <Submit missing={wanted === company.timezone ? 'Nothing has changed' : undefined} busy={saving.isPending}>
          Save
        </Submit>
      )}
    </Form>
  )
}
