import { type DateLimits, faultOfStaged, touchedShift, touchedTime } from '@millwatch/domain/shifts'
import { type WallTime, wallAt } from '@millwatch/domain/time'
import { Button } from '../../ui/button.tsx'
import { MainButton } from '../../ui/submit.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { ShiftSelect } from './shift-select.tsx'
import { ShiftTimeField } from './shift-time-field.tsx'
import type { ShiftEdit } from './use-shift-edit.ts'
import { shiftsOf } from './words.ts'

interface UpdateFormProps {
  edit: ShiftEdit
  limits: DateLimits
  zone: string
}

const faults = {
  unchanged: 'Nothing is changed yet',
  'too-many': 'At most 10,000 shifts at once',
  'ends-too-early': 'A shift would end before it starts',
  'too-long': 'A shift lasts at most 366 days',
} as const

/** Form that changes all selected shifts at once, or deletes them. */
export function UpdateForm({ edit, limits, zone }: UpdateFormProps) {
  const confirm = useConfirm()
  const { chosen, touched, isBusy } = edit
  const [first] = [...chosen].sort((a, b) => a.startedAt - b.startedAt)
  const after = first && touchedShift(first, touched, zone)
  const isNone = first === undefined
  const numbers = new Set(chosen.map(({ shift }) => shift))
  const fault = isNone ? undefined : faultOfStaged(chosen, touched, zone)
  const touch = (side: 'start' | 'end', shown: number | undefined) => (value: WallTime | null) => {
    // An emptied field changes nothing.
    if (value === null || shown === undefined) return
    edit.touch({ ...touched, [side]: touchedTime(wallAt(shown, zone), value, touched[side]) })
  }
  return (
    <div className="stack" role="group" aria-label="Change selected shifts">
      <div className="shift-fields">
        <ShiftSelect
          value={isNone ? undefined : (touched.shift ?? (numbers.size === 1 ? first.shift : undefined))}
          disabled={isNone || isBusy}
          onValue={(shift) => edit.touch({ ...touched, shift })}
        />
        <ShiftTimeField
          label="Start"
          placeholder="YYYY-MM-DD HH:mm"
          value={after === undefined ? null : wallAt(after.startedAt, zone)}
          limits={limits}
          disabled={isNone || isBusy}
          onValue={touch('start', after?.startedAt)}
        />
        <ShiftTimeField
          label="End"
          placeholder="YYYY-MM-DD HH:mm"
          value={after === undefined ? null : wallAt(after.endedAt, zone)}
          limits={limits}
          disabled={isNone || isBusy}
          onValue={touch('end', after?.endedAt)}
        />
      </div>
      {chosen.length > 1 && (
        <p className="note">
          Times are those of the earliest selected shift. A changed time of day keeps the day of each shift, a changed
          day its time.
        </p>
      )}
      <div className="row">
        <Button disabled={isNone || isBusy} onClick={edit.selectMatching}>
          Select All Matching
        </Button>
        <Button disabled={isNone || isBusy} onClick={edit.unselect}>
          Unselect All
        </Button>
        <MainButton
          missing={isNone ? 'Select shifts in the chart' : fault && faults[fault]}
          busy={isBusy}
          onClick={() =>
            confirm({
              title: 'Are you sure you want to submit the updated shifts?',
              text: `${shiftsOf(edit.changes.length, chosen)} will be changed. Utilization, stops and lost time follow.`,
              yes: 'Submit Shift Updates',
              onYes: edit.update,
            })
          }
        >
          Submit Shift Updates
        </MainButton>
        <Button
          disabled={isNone || isBusy}
          onClick={() =>
            confirm({
              title: 'Are you sure you want to delete the selected shifts?',
              text: `${shiftsOf(chosen.length, chosen)} will be deleted. No schedule writes there again.`,
              yes: 'Delete Selected Shifts',
              removes: true,
              onYes: edit.remove,
            })
          }
        >
          Delete Selected Shifts
        </Button>
      </div>
    </div>
  )
}
