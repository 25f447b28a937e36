import './company.css'
import { updateCompany } from '@millwatch/contract/http/company'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useMay } from '../../scope/rights.ts'
import { zonesQuery } from '../../scope/zones.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Panel } from '../../ui/panel.tsx'
import { Submit } from '../../ui/submit.tsx'
import type { CompanyFacts } from './queries.ts'

const readOnly = [
  ['street_address', 'Street address'],
  ['zip_code', 'ZIP code'],
  ['poc_phone_number', 'Contact phone'],
  ['poc_email', 'Contact email'],
] as const

/**
 * Panel with time zone, address and contact of the company. People who may change the company choose the time zone; address and
 * contact are read only.
 */
export function FactsPanel({ company }: { company: CompanyFacts }) {
  return (
    <Panel title="Company">
      <div className="stack wide form">
        <TimeZone company={company} />
        <div className="stack form-pair">
          {readOnly.map(([name, label]) => (
            <TextField key={name} label={label} value={company[name] ?? ''} placeholder="Not known" readOnly />
          ))}
        </div>
        <p className="second">To change address or contact, ask the operator of this installation.</p>
      </div>
    </Panel>
  )
}

function TimeZone({ company }: { company: CompanyFacts }) {
  const mayChange = useMay()(updateCompany)
  const { bind, form } = useForm({
    stored: { timezone: company.timezone },
    keptAs: `company ${company.root_org_unit_id}`,
    unchanged: 'Nothing has changed',
    work: (orgUnit) => call(updateCompany, { body: { orgUnit } }),
    done: 'Saved successfully',
    failed: 'Error saving company',
    changes: 'all',
  })
  const { data: offered = [] } = useQuery({ ...zonesQuery, enabled: mayChange })
  const zones = [...new Set([...offered, company.timezone])].sort()
  return (
    <Form className="stack start company-zone" {...form}>
      <SelectField
        label="Time zone"
        disabled={!mayChange}
        hint={
          mayChange
            ? 'Applies to the company and to every unit without one of its own. Days, shifts and reports use it.'
            : 'Admins of the company change it.'
        }
        options={zones.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))}
        {...bind('timezone')}
      />
      {mayChange && <Submit>Save</Submit>}
    </Form>
  )
}
