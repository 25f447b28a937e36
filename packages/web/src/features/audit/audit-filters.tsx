import './audit.css'
import { useNow } from '../../lib/clock.ts'
import { dayIn } from '../../lib/zoned.ts'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { momentFault } from '../../ui/wall-text.ts'
import { deedOf, subjectKinds } from './entry-words.ts'
import type { Filters } from './filters.ts'

interface AuditFiltersProps {
  filters: Filters
  people: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[]
  operations: readonly string[]
  /** Zone of the company, whose days the period has. */
  zone: string
  /** The one thing that is the subject of the filter, in words; undefined: none, or all things of a kind. */
  subjectWords: string | undefined
  onChange: (part: Partial<Filters>) => void
}

/** Form of filters by period, person, operation and subject; `onChange` gets the filter that changed. */
export function AuditFilters({ filters, people, operations, zone, subjectWords, onChange }: AuditFiltersProps) {
  const anybody = { value: '', text: 'Anybody' }
  const anything = { value: '', text: 'Anything' }
  // A person who left the company is still in the log, and may be in the address.
  const unknown =
    filters.user === '' || people.some((person) => String(person.id) === filters.user)
      ? []
      : [{ value: filters.user, text: `User ${filters.user}` }]
  // One thing is chosen by its link in the log, all of a kind here.
  const subject = subjectWords === undefined ? [] : [{ value: filters.subject, text: subjectWords }]
  return (
    <Form className="stack audit-filters" aria-label="Filters" onSubmit={() => undefined}>
      <Day label="From" zone={zone} value={filters.from} onDay={(from) => onChange({ from })} />
      <Day label="To" zone={zone} value={filters.to} onDay={(to) => onChange({ to })} />
      <SelectField
        label="Person"
        value={filters.user}
        options={[
          anybody,
          ...unknown,
          ...people.map((person) => ({
            value: String(person.id),
            text: `${person.first_name} ${person.last_name}`.trim(),
          })),
        ]}
        onValue={(user) => onChange({ user })}
      />
      <SelectField
        label="What was done"
        value={filters.operation}
        options={[anything, ...operations.map((operation) => ({ value: operation, text: deedOf(operation) }))]}
        onValue={(operation) => onChange({ operation })}
      />
      <SelectField
        label="Subject"
        value={filters.subject}
        options={[anything, ...subject, ...subjectKinds.map(([value, text]) => ({ value, text }))]}
        onValue={(subject) => onChange({ subject })}
      />
    </Form>
  )
}

interface DayProps {
  label: string
  value: string
  zone: string
  onDay: (day: string) => void
}

/** Field for a day in the zone of the company. A wrong text stays in it and changes no filter. */
function Day({ label, value, zone, onDay }: DayProps) {
  const lastDay = dayIn(useNow(60_000), zone)
  return (
    <MomentField
      label={label}
      hasTime={false}
      zone={zone}
      value={value}
      onValue={(day) => momentFault(day, { lastDay, hasTime: false }) === undefined && onDay(day)}
    />
  )
}
