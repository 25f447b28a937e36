import './audit.css'
import { useState } from 'react'
import { useNow } from '../../lib/clock.ts'
import { dayIn } from '../../lib/zoned.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { momentFault } from '../../ui/wall-text.ts'
import { deedOf } from './entry-words.ts'
import { type Filters, subjectFault } from './filters.ts'

interface AuditFiltersProps {
  filters: Filters
  people: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[]
  operations: readonly string[]
  /** Zone of the company, whose days the period has. */
  zone: string
  /** Subject of the filter in words; undefined: none is chosen. */
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
      <Subject
        key={filters.subject}
        subject={filters.subject}
        words={subjectWords}
        onSubject={(subject) => onChange({ subject })}
      />
    </Form>
  )
}

interface SubjectProps {
  subject: string
  words: string | undefined
  onSubject: (subject: string) => void
}

/**
 * Text field for the subject. It is applied on Enter or when it loses focus, since a half-typed subject matches
 * nothing.
 */
function Subject({ subject, words, onSubject }: SubjectProps) {
  const [typed, setTyped] = useState(subject)
  const fault = subjectFault(typed.trim())
  const take = () => {
    if (fault === undefined && typed.trim() !== subject) onSubject(typed.trim())
  }
  return (
    <TextField
      label="Subject"
      value={typed}
      placeholder="org_unit/17"
      autoComplete="off"
      error={fault}
      hint={words}
      onValue={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
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
