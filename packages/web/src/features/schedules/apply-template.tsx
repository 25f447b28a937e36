import { type Schedule, withTemplate } from '@millwatch/domain/schedules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { templatesQuery } from './queries.ts'
import { ALL_DAYS, WEEKDAYS, WORKDAYS } from './words.ts'

const targets = [
  { value: 'all', text: 'Every day', days: ALL_DAYS },
  { value: 'work', text: 'Monday to Friday', days: WORKDAYS },
  ...WEEKDAYS.map((text, day) => ({ value: String(day), text, days: [day] })),
]

interface ApplyTemplateProps {
  week: Schedule
  onWeek: (week: Schedule) => void
}

/**
 * Fields that replace the week, or with a daily template the chosen days of it, by a schedule template. `onWeek` gets the new
 * week; nothing is saved. Later changes of the template do not change the week.
 */
export function ApplyTemplate({ week, onWeek }: ApplyTemplateProps) {
  const { data, error } = useQuery(templatesQuery)
  const templates = data ?? []
  const [id, setId] = useState('')
  const [target, setTarget] = useState('all')
  const template = templates.find((candidate) => String(candidate.id) === id)
  const unread = error === null ? 'Reading…' : 'Not read'
  const none = templates.length === 0 ? 'There are no schedule templates' : 'Choose a template'
  return (
    <div className="wrap field-row">
      <SelectField
        label="Schedule template"
        value={id}
        disabled={templates.length === 0}
        error={error === null ? undefined : error.message}
        options={[
          { value: '', text: data === undefined ? unread : none },
          ...templates.map((candidate) => ({
            value: String(candidate.id),
            text: `${candidate.name} (${candidate.type})`,
          })),
        ]}
        onValue={setId}
      />
      {template?.type === 'daily' && <SelectField label="On" value={target} options={targets} onValue={setTarget} />}
      <Button
        disabled={template === undefined}
        title={template === undefined ? 'Choose a template first' : undefined}
        onClick={() => {
          const days = targets.find((candidate) => candidate.value === target)?.days ?? ALL_DAYS
          if (template) onWeek(withTemplate(week, template.schedule_json_local, days))
        }}
      >
        Apply template
      </Button>
    </div>
  )
}
