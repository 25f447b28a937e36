import type { Range } from '@millwatch/domain/time'
import { wallAt } from '@millwatch/domain/time'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { InsertForm } from './insert-form.tsx'
import type { ShiftMachine } from './machines.ts'
import { UpdateForm } from './update-form.tsx'
import type { ShiftEdit } from './use-shift-edit.ts'
import { shiftsOf } from './words.ts'

interface EditPanelProps {
  edit: ShiftEdit
  machines: readonly ShiftMachine[]
  window: Range
  zone: string
}

/** Panel in which an admin inserts, changes and deletes shifts. */
export function EditPanel({ edit, machines, window, zone }: EditPanelProps) {
  const { draft, chosen, failure, isBusy } = edit
  const startInsert = (): void =>
    edit.setDraft({
      shift: 1,
      start: null,
      end: null,
      equipmentIds: new Set(machines.length === 1 ? machines.map(({ id }) => id) : []),
    })
  const selectedOf = chosen.length === 0 ? undefined : `${shiftsOf(chosen.length, chosen)} selected`
  const chosenMachines = draft?.equipmentIds ?? new Set(chosen.map(({ equipmentId }) => equipmentId))
  const locked = machines.filter(
    ({ id, lock }) => lock !== undefined && lock.jobId !== edit.job?.id && chosenMachines.has(id),
  )
  const limits = { first: wallAt(window.from, zone).date, last: wallAt(window.to - 1, zone).date }
  const ways = { ...edit, isBusy: isBusy || locked.length > 0 }
  return (
    <Panel
      title="Edit shifts"
      note={draft === undefined ? selectedOf : 'Insert a shift on the chosen machines'}
      aside={
        <Button
          aria-pressed={draft !== undefined}
          disabled={isBusy}
          onClick={() => (draft === undefined ? startInsert() : edit.setDraft(undefined))}
        >
          Insert shift
        </Button>
      }
    >
      {draft === undefined ? (
        <UpdateForm edit={ways} limits={limits} zone={zone} />
      ) : (
        <InsertForm edit={ways} draft={draft} machines={machines} window={window} zone={zone} />
      )}
      <div role="status" className="note">
        {edit.job !== undefined && <p className="below">Job {edit.job.id} is changing the shift history.</p>}
        {locked.length > 0 && (
          <p className="below caution">
            Another job is changing the shift history of {locked.map(({ name }) => name).join(', ')}. Wait until it has
            ended.
          </p>
        )}
      </div>
      {failure !== undefined && (
        <p role="alert" className="alert below any-break">
          {failure}
        </p>
      )}
    </Panel>
  )
}
