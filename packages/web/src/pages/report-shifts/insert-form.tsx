import { faultOfInsert, insertLimits } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import { counted } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { MainButton } from '../../ui/submit.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { ShiftMachine } from './machines.ts'
import { ShiftSelect } from './shift-select.tsx'
import { ShiftTimeField } from './shift-time-field.tsx'
import type { InsertDraft, ShiftEdit } from './use-shift-edit.ts'

interface InsertFormProps {
  edit: ShiftEdit
  draft: InsertDraft
  machines: readonly ShiftMachine[]
  window: Range
  zone: string
}

const faults = {
  'no-start': 'Choose a start',
  'no-end': 'Choose an end',
  'ends-too-early': 'The start is not before the end',
  'too-long': 'A shift lasts at most 366 days',
  'no-machine': 'Choose at least one machine',
  'too-many': 'At most 1,000 machines at once',
} as const

/** Form that inserts a shift on the chosen machines. */
export function InsertForm({ edit, draft, machines, window, zone }: InsertFormProps) {
  const confirm = useConfirm()
  const { isBusy } = edit
  const equipmentIds = [...draft.equipmentIds]
  const fault = faultOfInsert({ ...draft, equipmentIds }, zone)
  const limits = insertLimits(window, draft, zone)
  const set = (part: Partial<InsertDraft>): void => edit.setDraft({ ...draft, ...part })
  const free = machines.filter(({ lock }) => lock === undefined)
  const areAll = free.length > 0 && free.every(({ id }) => draft.equipmentIds.has(id))
  const choose = (id: number, isChosen: boolean): void =>
    set({ equipmentIds: new Set(isChosen ? [...equipmentIds, id] : equipmentIds.filter((other) => other !== id)) })
  return (
    <div className="stack" role="group" aria-label="Insert shift">
      <div className="shift-fields">
        <ShiftSelect value={draft.shift} disabled={isBusy} onValue={(shift) => set({ shift })} />
        <ShiftTimeField
          label="Start"
          placeholder="YYYY-MM-DD HH:mm"
          value={draft.start}
          limits={limits.start}
          disabled={isBusy}
          onValue={(start) => set({ start })}
        />
        <ShiftTimeField
          label="End"
          placeholder="YYYY-MM-DD HH:mm"
          value={draft.end}
          limits={limits.end}
          disabled={isBusy}
          onValue={(end) => set({ end })}
        />
      </div>
      <fieldset className="stack tight" disabled={isBusy}>
        <legend className="second">Equipment</legend>
        {machines.length > 1 && (
          <CheckField
            value={areAll}
            onValue={(all) => set({ equipmentIds: new Set(all ? free.map(({ id }) => id) : []) })}
          >
            Select all
          </CheckField>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area is reached by keyboard */}
        <div className="scroll-box shift-machines" role="group" aria-label="Machines" tabIndex={0}>
          {machines.map(({ id, name, lock }) => (
            <div key={id}>
              <CheckField
                value={draft.equipmentIds.has(id)}
                disabled={lock !== undefined}
                onValue={(isChosen) => choose(id, isChosen)}
              >
                <bdi className="any-break">{name}</bdi>
              </CheckField>
            </div>
          ))}
        </div>
      </fieldset>
      <div className="row">
        <Button disabled={isBusy} onClick={() => edit.setDraft(undefined)}>
          Cancel
        </Button>
        <MainButton
          missing={fault && faults[fault]}
          busy={isBusy}
          onClick={() =>
            confirm({
              title: 'Are you sure you want to insert this shift?',
              text: `It is inserted on ${counted(equipmentIds.length, 'machine')}; where it overlaps with another shift, nothing is changed on any.`,
              yes: 'Insert',
              onYes: edit.insert,
            })
          }
        >
          Submit New Shift
        </MainButton>
      </div>
    </div>
  )
}
