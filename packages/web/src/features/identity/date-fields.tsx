import { locales } from '@millwatch/domain/identity'
import { now } from '../../lib/clock.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { useZone } from '../../scope/zone.ts'
import { SelectField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { FieldsProps } from './profile-fields.tsx'

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const offered = locales
  .map((locale) => ({ value: locale, text: names.of(locale) ?? locale }))
  .toSorted((a, b) => a.text.localeCompare(b.text))
const clocks = [
  { value: '', text: 'As the locale has it' },
  { value: '12', text: '12 hours' },
  { value: '24', text: '24 hours' },
]

/**
 * Fields of the settings form for the locale and the 12- or 24-hour clock of dates and times on all pages, with an example. `set`
 * gets each change; the form saves them.
 */
export function DateFields({ form, set }: FieldsProps) {
  const zone = useZone()
  const at = now()
  const sample = dateAndMinute(at, zone, at, { locale: form.locale, clockHours: form.clock_hours })
  const localeOf = (value: string) => locales.find((locale) => locale === value) ?? null
  return (
    <Panel title="Dates and times" note={sample}>
      <div className="stack wide form">
        <div className="stack form-pair">
          <SelectField
            label="Locale"
            value={form.locale ?? ''}
            options={[{ value: '', text: 'That of the browser' }, ...offered]}
            hint="Files (CSV and JSON) always have ISO 8601."
            onValue={(value) => set({ locale: localeOf(value) })}
          />
          <SelectField
            label="Clock"
            value={String(form.clock_hours ?? '')}
            options={clocks}
            onValue={(value) => set({ clock_hours: value === '12' ? 12 : value === '24' ? 24 : null })}
          />
        </div>
      </div>
    </Panel>
  )
}
