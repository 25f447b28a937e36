import { copyDay, faultOfDraft, normaliseSchedule, type Schedule } from '@millwatch/domain/schedules'
import { weekdaysInOrder } from '../../lib/measures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { ApplyTemplate } from './apply-template.tsx'
import { DayEditor } from './day-editor.tsx'
import type { ScheduleOwner } from './place.ts'
import { saveSchedule } from './queries.ts'
import { entriesOfWeek, weekOfEntries } from './week-entries.ts'
import { dayName, faultWords } from './words.ts'

interface EditScheduleProps {
  place: ScheduleOwner
  today: number
  onClose: () => void
}

/**
 * Returns the reason why a week cannot be saved: the first wrong range, or that it equals the own schedule of the place.
 * Undefined if it can; an unchanged inherited week can be saved as an own one.
 */
function whyNotSavable(week: Schedule, place: ScheduleOwner): string | undefined {
  for (const [weekday, ranges] of week.entries()) {
    const fault = faultOfDraft(ranges)
    if (fault !== null) return `${dayName(weekday)}: a range ${faultWords(fault.what)}`
  }
  const isSame = JSON.stringify(normaliseSchedule(week)) === JSON.stringify(normaliseSchedule(place.schedule))
  return isSame && place.source === null ? 'Nothing has changed' : undefined
}

/**
 * Dialog that edits the week of a unit or machine and saves it as its own schedule. If it has its own schedule and a unit above,
 * a button removes it after a confirmation, so that the schedule is inherited again.
 */
export function EditSchedule({ place, today, onClose }: EditScheduleProps) {
  const saving = {
    // All that inherits the schedule changes, and all figures that use scheduled time.
    changes: 'all',
    done: 'Schedule updated',
    failed: 'Error updating schedule',
    onDone: onClose,
  } as const
  const { draft, change, form } = useForm({
    ...saving,
    stored: entriesOfWeek(normaliseSchedule(place.schedule)),
    missing: (entries) => whyNotSavable(weekOfEntries(entries), place),
    work: (entries) => saveSchedule(place, normaliseSchedule(weekOfEntries(entries))),
  })
  const week = weekOfEntries(draft)
  const setWeek = (entered: Schedule): void => change(entriesOfWeek(entered))
  const inherit = useConfirmed({
    ...saving,
    title: 'Inherit from parent?',
    text: `${place.name} gives up its own schedule and follows that of the unit above from now on.${place.isUnit ? ' So does what stands under it without one of its own.' : ''}`,
    yes: 'Inherit from parent',
    work: () => saveSchedule(place, null),
  })
  return (
    <Dialog
      title={
        <>
          Edit schedule of <bdi>{place.name}</bdi>
        </>
      }
      onClose={onClose}
      width={820}
      keepsEntries
    >
      <Form className="stack wide form" aria-label="Edit schedule" {...form}>
        {place.source !== null && (
          <p className="box any-break callout schedule-warning" role="note">
            This schedule is inherited from <bdi>{place.source}</bdi>. Once saved here, <bdi>{place.name}</bdi> has its
            own and no longer follows <bdi>{place.source}</bdi>.
          </p>
        )}
        <p className="note">
          The change takes effect now; the past stays as it was. For a range over midnight, enter an end before its
          start, such as 22:00 to 06:00.
        </p>
        <ApplyTemplate week={week} onWeek={setWeek} />
        {weekdaysInOrder().map((weekday) => (
          <DayEditor
            key={weekday}
            week={week}
            weekday={weekday}
            isToday={weekday === today}
            onRanges={(ranges) => setWeek(week.with(weekday, ranges) as unknown as Schedule)}
            onWeek={setWeek}
            onCopy={(days) => setWeek(copyDay(week, weekday, days))}
          />
        ))}
        <FormFoot submit="Save" onCancel={onClose}>
          {place.source === null && place.hasParent && (
            <Button disabled={form.busy} onClick={inherit}>
              Inherit from parent
            </Button>
          )}
        </FormFoot>
      </Form>
    </Dialog>
  )
}
