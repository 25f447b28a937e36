import './company.css'
import { updateCompanySettings } from '@millwatch/contract/http/company'
import { companySettings } from '@millwatch/domain/company'
import { call } from '../../lib/api.ts'
import { useMay } from '../../scope/rights.ts'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Panel } from '../../ui/panel.tsx'
import { Submit } from '../../ui/submit.tsx'
import type { CompanyFacts } from './queries.ts'

type Choices<T> = readonly (readonly [value: T, words: string])[]
type Row = (typeof companySettings)[keyof typeof companySettings]

const names = new Intl.DisplayNames('en', { type: 'currency' })

/**
 * Returns the options of a setting for a select field. Values become text, with blank for null; a currency has its name after its
 * code.
 */
const optionsOf = ({ wire, choices }: Row) =>
  choices.map(([value, words]) => ({
    value: String(value ?? ''),
    text: wire === 'currency' && value !== null ? `${words} – ${names.of(words) ?? words}` : words,
  }))

/** Returns the value of the setting whose option is `chosen`; the default of the setting if no option has this text. */
const valueIn = <T,>(row: { readonly default: T; readonly choices: Choices<T> }, chosen: string): T =>
  (row.choices.find(([value]) => String(value ?? '') === chosen) ?? [row.default])[0]

/** Panel with the first day of weeks, the measure units and the currency of the company; people who may do so change them. */
export function MeasuresPanel({ company }: { company: CompanyFacts }) {
  const mayChange = useMay()(updateCompanySettings)
  const { first_weekday: weekday, measure_units: units, currency } = company.settings
  const { bind, form } = useForm({
    stored: { first_weekday: String(weekday), measure_units: units as string, currency: currency ?? '' },
    keptAs: `measures ${company.root_org_unit_id}`,
    unchanged: 'These settings have not changed',
    // Sends changed fields only, because somebody else may have changed the others meanwhile.
    work: (_, { first_weekday, measure_units, currency: code }) =>
      call(updateCompanySettings, {
        body: {
          ...(first_weekday !== undefined && { first_weekday: valueIn(companySettings.firstWeekday, first_weekday) }),
          ...(measure_units !== undefined && { measure_units: valueIn(companySettings.measureUnits, measure_units) }),
          ...(code !== undefined && { currency: valueIn(companySettings.currency, code) }),
        },
      }),
    done: 'Saved successfully',
    failed: 'Error saving company',
    changes: 'all',
  })
  return (
    <Panel title="Weeks, units and currency" note={mayChange ? 'For all people of the company' : 'Admins change them'}>
      <Form className="stack start company-measures" {...form}>
        {Object.values(companySettings).map((row) => (
          <SelectField
            key={row.wire}
            label={row.label}
            hint={row.hint}
            disabled={!mayChange}
            options={optionsOf(row)}
            {...bind(row.wire as 'first_weekday' | 'measure_units' | 'currency')}
          />
        ))}
        {mayChange && <Submit>Save settings</Submit>}
      </Form>
    </Panel>
  )
}
