import { copyDay, faultOfDraft, normaliseSchedule, type Schedule } from '@millwatch/domain/schedules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { ApplyTemplate } from './apply-template.tsx'
import { DayEditor } from './day-editor.tsx'
import type { ScheduleOwner } from './place.ts'
import { saveSchedule } from './queries.ts'
import { dayName, faultWords, WEEKDAYS } from './words.ts'

interface EditScheduleProps {
  place: ScheduleOwner
  today: number
  onClose: () => void
}

/** Returns the reason why a week cannot be saved; undefined when it can. */
function whyNotSavable(week: Schedule, place: ScheduleOwner): string | undefined {
  for (const [weekday, ranges] of week.entries()) {
    const fault = faultOfDraft(ranges)
    if (fault !== null) return `${dayName(weekday)}: a range ${faultWords(fault.what)}`
  }
  const isSame = JSON.stringify(normaliseSchedule(week)) === JSON.stringify(normaliseSchedule(place.schedule))
  return isSame && place.source === null ? 'Nothing has changed' : undefined
}

/** Dialog that edits the week of a unit or a machine. Saving replaces an inherited schedule by its own. */
export function EditSchedule({ place, today, onClose }: EditScheduleProps) {
  const [week, setWeek] = useState(() => normaliseSchedule(place.schedule))
  const saving = useSaving(place, onClose)
  const inherit = useInheriting(place, saving.mutateAsync)
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
      <Form
        className="form schedule-form"
        aria-label="Edit schedule"
        onSubmit={() => saving.mutate(normaliseSchedule(week))}
      >
        {place.source !== null && (
          <p className="schedule-warning" role="note">
            This schedule is inherited from <bdi>{place.source}</bdi>. Once saved here, <bdi>{place.name}</bdi> has its
            own and no longer follows <bdi>{place.source}</bdi>.
          </p>
        )}
        <p className="schedule-second">It counts from now on; what is past stays as it was.</p>
        <ApplyTemplate week={week} onWeek={setWeek} />
        {WEEKDAYS.map((name, weekday) => (
          <DayEditor
            key={name}
            week={week}
            weekday={weekday}
            isToday={weekday === today}
            onRanges={(ranges) => setWeek(week.with(weekday, ranges) as unknown as Schedule)}
            onWeek={setWeek}
            onCopy={(days) => setWeek(copyDay(week, weekday, days))}
          />
        ))}
        <div className="schedule-ways">
          <Submit missing={whyNotSavable(week, place)} busy={saving.isPending}>
            Save
          </Submit>
          <Button onClick={onClose}>Cancel</Button>
          {place.source === null && place.hasParent && (
            <Button className="schedule-inherit" disabled={saving.isPending} onClick={inherit}>
              Inherit from parent
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  )
}

function useSaving(place: ScheduleOwner, onClose: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (schedule: Schedule | null) => saveSchedule(place, schedule),
    onSuccess: () => {
      toast.done('Schedule updated')
      onClose()
      // All that inherits the schedule changes, and all figures that use scheduled time.
      void client.invalidateQueries()
    },
    onError: (error) => toast.failed('Error updating schedule', error),
  })
}

function useInheriting({ name, isUnit }: ScheduleOwner, save: (schedule: null) => Promise<unknown>): () => void {
  const confirm = useConfirm()
  return () =>
    confirm({
      title: 'Inherit from parent?',
      text: `${name} gives up its own schedule and follows that of the unit above from now on.${isUnit ? ' So does what stands under it without one of its own.' : ''}`,
      yes: 'Inherit from parent',
      onYes: () => save(null),
    })
}
