import { HOUR_S } from '@millwatch/domain/time'
import './schedules.css'
import type { ScheduleRange } from '@millwatch/domain/schedules'
import { useState } from 'react'
import { clockText } from '../../lib/clock-text.ts'
import { oneDecimal } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { Table } from '../../ui/table.tsx'
import { DayStrip } from './day-strip.tsx'
import { deleteTemplate, type ScheduleTemplate } from './queries.ts'
import { deletingTemplate } from './template-messages.ts'
import { TemplateName } from './template-name.tsx'
import { ALL_DAYS, SHIFTS, shortDay } from './words.ts'

interface TemplateListProps {
  templates: readonly ScheduleTemplate[]
  onEdit: (template: ScheduleTemplate) => void
}

/**
 * Table of the schedule templates with their ranges and buttons to rename, edit and delete each; deleting needs a confirmation.
 */
export function TemplateList({ templates, onEdit }: TemplateListProps) {
  return (
    <Table label="Schedule templates" columns={['Name', 'Type', 'Ranges', ' Actions']}>
      {templates.map((template) => (
        <TemplateRow key={template.id} template={template} onEdit={onEdit} />
      ))}
    </Table>
  )
}

const typeWords = { daily: 'Daily', weekly: 'Weekly' } as const

function TemplateRow({ template, onEdit }: Omit<TemplateListProps, 'templates'> & { template: ScheduleTemplate }) {
  const { id, name, type } = template
  const [isRenamed, setRenamed] = useState(false)
  const remove = useConfirmed({
    ...deletingTemplate,
    title: `Delete ${name}?`,
    text: 'Schedules made from this template stay as they are.',
    yes: `Delete ${name}`,
    removes: true,
    work: () => deleteTemplate(id),
  })
  return (
    <tr>
      <td className="any-break medium">
        {isRenamed ? <TemplateName template={template} onClose={() => setRenamed(false)} /> : <bdi>{name}</bdi>}
      </td>
      <td data-label="Type" className="second">
        {typeWords[type]}
      </td>
      <td data-label="Ranges">
        <Ranges template={template} />
      </td>
      <td>
        <div className="wrap table-actions">
          {!isRenamed && (
            <Button aria-label={`Rename ${name}`} onClick={() => setRenamed(true)}>
              Rename
            </Button>
          )}
          <Button aria-label={`Edit ${name}`} onClick={() => onEdit(template)}>
            Edit
          </Button>
          <Button aria-label={`Delete ${name}`} onClick={remove}>
            Delete
          </Button>
        </div>
      </td>
    </tr>
  )
}

const rangeText = ([start, end, shift]: ScheduleRange): string =>
  `${clockText(start)}–${clockText(end)}${shift === 0 ? '' : ` ${SHIFTS[shift]}`}`

const secondsOf = (ranges: readonly ScheduleRange[]): number =>
  ranges.reduce((sum, [start, end]) => sum + end - start, 0)

/**
 * Strips of the days of a template, each with its number of hours; days without ranges are left out, and a template without any
 * is `Empty`.
 */
function Ranges({ template: { schedule_json_local: ranges } }: { template: ScheduleTemplate }) {
  const days: { name: string; ranges: readonly ScheduleRange[] }[] = Array.isArray(ranges)
    ? [{ name: '', ranges }]
    : ALL_DAYS.map((day) => ({ name: shortDay(day), ranges: ranges[day as 0] ?? [] }))
  const scheduled = days.filter((day) => day.ranges.length > 0)
  if (scheduled.length === 0) return <span className="muted">Empty</span>
  return (
    <div className="stack flush template-days">
      {scheduled.map((day) => (
        <div key={day.name} className="line snug">
          {day.name !== '' && <span className="note template-day">{day.name}</span>}
          <span className="template-strip">
            <DayStrip ranges={day.ranges} />
          </span>
          <span className="note one-line" title={day.ranges.map(rangeText).join(', ')}>
            {oneDecimal(secondsOf(day.ranges) / HOUR_S)} h
            <span className="sr-only">: {day.ranges.map(rangeText).join(', ')}</span>
          </span>
        </div>
      ))}
    </div>
  )
}
