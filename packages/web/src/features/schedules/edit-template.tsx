import { copyDay, faultOfDraft, normaliseSchedule, type Schedule, withTemplate } from '@millwatch/domain/schedules'
import { weekdaysInOrder } from '../../lib/measures.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { DayEditor } from './day-editor.tsx'
import { type ScheduleTemplate, saveTemplateRanges } from './queries.ts'
import { savingTemplate } from './template-messages.ts'
import { entriesOfWeek, weekOfEntries } from './week-entries.ts'
import { ALL_DAYS, dayName, faultWords } from './words.ts'

/** Name of the only day of a daily template in the editor. */
const EACH_DAY = 'Each day'

/** Returns the ranges of a template as a week; for a daily template all days have the same ranges. */
const weekOfTemplate = ({ schedule_json_local: ranges }: ScheduleTemplate): Schedule =>
  withTemplate(normaliseSchedule({}), ranges, ALL_DAYS)

interface EditTemplateProps {
  template: ScheduleTemplate
  /** True: the template was deleted while the dialog is open, so that it cannot be saved. */
  isDeleted: boolean
  onClose: () => void
}

/** Dialog that edits the ranges of a schedule template, of one day or of seven, and saves them. */
export function EditTemplate({ template, isDeleted, onClose }: EditTemplateProps) {
  const isDaily = template.type === 'daily'
  const { draft, change, form } = useForm({
    ...savingTemplate,
    stored: entriesOfWeek(weekOfTemplate(template)),
    unchanged: 'Nothing has changed',
    missing: (entries) =>
      isDeleted ? 'This template is deleted' : faultIn(weekOfEntries(entries).slice(0, isDaily ? 1 : 7), isDaily),
    work: (entries) => saveTemplateRanges(template, normaliseSchedule(weekOfEntries(entries))),
    onDone: onClose,
  })
  const week = weekOfEntries(draft)
  const setWeek = (entered: Schedule): void => change(entriesOfWeek(entered))
  return (
    <Dialog
      title={
        <>
          Edit <bdi>{template.name}</bdi>
        </>
      }
      onClose={onClose}
      width={820}
      keepsEntries
    >
      <Form className="stack wide form" aria-label="Edit schedule template" {...form}>
        {isDeleted && (
          <p className="box callout" role="status">
            Somebody deleted this template. Create another one to keep these ranges.
          </p>
        )}
        <p className="note">Schedules made from this template stay as they are.</p>
        {isDaily ? (
          <DayEditor
            week={week}
            weekday={0}
            name={EACH_DAY}
            isToday={false}
            onRanges={(ranges) => setWeek(ALL_DAYS.map(() => ranges) as unknown as Schedule)}
          />
        ) : (
          weekdaysInOrder().map((weekday) => (
            <DayEditor
              key={weekday}
              week={week}
              weekday={weekday}
              isToday={false}
              onRanges={(ranges) => setWeek(week.with(weekday, ranges) as unknown as Schedule)}
              onWeek={setWeek}
              onCopy={(days) => setWeek(copyDay(week, weekday, days))}
            />
          ))
        )}
        <FormFoot submit="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Returns the first wrong range of the days as a sentence with the name of the day; undefined if all are right. */
function faultIn(days: readonly Schedule[number][], isDaily: boolean): string | undefined {
  for (const [weekday, ranges] of days.entries()) {
    const fault = faultOfDraft(ranges)
    if (fault !== null) return `${isDaily ? EACH_DAY : dayName(weekday)}: a range ${faultWords(fault.what)}`
  }
  return undefined
}
