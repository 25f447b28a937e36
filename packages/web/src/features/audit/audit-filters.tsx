import { personName } from '../../lib/person-name.ts'
import './audit.css'
import { useNow } from '../../lib/clock.ts'
import { dayIn } from '../../lib/zoned.ts'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { momentFault } from '../../ui/wall-text.ts'
import { operationWords, subjectKinds } from './entry-words.ts'
import type { Filters } from './filters.ts'

interface AuditFiltersProps {
  filters: Filters
  people: readonly (Parameters<typeof personName>[0] & { readonly id: number })[]
  operations: readonly string[]
  /** Time zone of the company, in which the days of the period begin. */
  zone: string
  /** Single subject of the filter in words, if the filter names an id; undefined: no subject, or all subjects of a kind. */
  subjectWords: string | undefined
  onChange: (part: Partial<Filters>) => void
}

/**
 * Form with filters of the audit log by period, person, operation and subject. `onChange` gets only the filter that changed;
 * blank means no filter.
 */
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
            text: personName(person),
          })),
        ]}
        onValue={(user) => onChange({ user })}
      />
      <SelectField
        label="What was done"
        value={filters.operation}
        options={[anything, ...operations.map((operation) => ({ value: operation, text: operationWords(operation) }))]}
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

/**
 * Field for a day in the company's time zone, at most today. `onDay` gets only valid days and blank; a wrong text stays in the
 * field.
 */
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
