import { FormFoot } from '../../ui/form-foot.tsx'
import './alarms.css'
import * as calls from '@millwatch/contract/http/alarms'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { perform } from '../../ui/perform.ts'
import { TryAgain } from '../../ui/try-again.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AlarmPreview } from './alarm-preview.tsx'
import { AlarmSentence } from './alarm-sentence.tsx'
import { changedWords } from './changed-words.ts'
import { type AlarmDraft, alarmFault, blankDraft, changedTerms, draftOf, isOfAnalogInput, termsFor } from './draft.ts'
import { NoticeFields } from './notice-fields.tsx'
import { OutputFields } from './output-fields.tsx'
import { Part } from './part.tsx'
import { type AlarmTypeFacts, alarmChanges, alarmTypesQuery, analogUnitQuery, type ListedAlarm } from './queries.ts'
import { ChannelFields } from './subscribe-form.tsx'
import { SubscriberFields } from './subscriber-fields.tsx'
import { channelsFor } from './use-subscription.ts'

/** Machine that can be chosen for a new alarm, with its id and name. */
export interface AlarmMachine {
  readonly id: number
  readonly name: string
}

/** Function that returns the fields for the parts of a maintenance alarm on a machine; `onParts` receives the changed parts. */
export type PartsField = (
  machineId: number,
  parts: AlarmDraft['parts'],
  onParts: (parts: AlarmDraft['parts']) => void,
  isNew: boolean,
) => React.ReactNode

interface AlarmDialogProps {
  /** Alarm to edit; undefined: a new one is created. */
  alarm: ListedAlarm | undefined
  /** True: the alarm was deleted, or its machine archived or moved, while the dialog is open, so that it cannot be saved. */
  isGone?: boolean
  machines: readonly AlarmMachine[]
  /** Id of the machine of a new alarm, which then cannot be changed; undefined: the machine is chosen in the dialog. */
  presetMachineId: number | undefined
  /** True if device outputs are switched on for the company. */
  hasOutputs: boolean
  /** Time zone in which past trips are shown. */
  zone: string
  /** True: only the alarm types of maintenance are offered; absent or false: only the others. */
  isMaintenance?: boolean
  /** Function that returns the fields for the parts of maintenance; undefined: there are none. */
  partsOf?: PartsField | undefined
  onClose: () => void
}

/**
 * Dialog that creates an alarm, or edits `alarm` if one is given; then machine and type cannot be changed, and changes of
 * subscribers are stored at once. It shows a placeholder until the alarm types are loaded, and asks for confirmation before
 * changed entries are discarded.
 */
export function AlarmDialog({ onClose, ...rest }: AlarmDialogProps) {
  const { data: types, error, refetch } = useQuery(alarmTypesQuery)
  const { alarm } = rest
  const title = alarm === undefined ? 'Add alarm' : 'Edit alarm'
  const [isChanged, setChanged] = useState(false)
  const confirm = useConfirm()
  const close = (): void => {
    if (isChanged)
      confirm({
        title: 'Discard changes',
        text: 'What you entered is not saved yet. Do you want to discard it?',
        yes: 'Discard',
        removes: true,
        no: 'Keep editing',
        onYes: async () => onClose(),
      })
    else onClose()
  }
  return (
    <Dialog title={title} width={1080} keepsEntries onClose={close}>
      {types === undefined ? (
        error === null ? (
          <div aria-busy="true">
            <Skeleton height={320} />
          </div>
        ) : (
          <TryAgain onRetry={refetch}>Alarm types could not be read: {error.message}</TryAgain>
        )
      ) : (
        <AlarmForm {...rest} types={types} onChanged={setChanged} onCancel={close} onDone={onClose} />
      )}
    </Dialog>
  )
}

interface AlarmFormProps extends Omit<AlarmDialogProps, 'onClose'> {
  types: readonly AlarmTypeFacts[]
  /** Called at each change of an entry: with true if the entries differ from the stored ones, else with false. */
  onChanged: (isChanged: boolean) => void
  onCancel: () => void
  onDone: () => void
}

function AlarmForm({
  alarm,
  isGone = false,
  machines,
  presetMachineId,
  hasOutputs,
  zone,
  isMaintenance = false,
  partsOf,
  types,
  onChanged,
  onCancel,
  onDone,
}: AlarmFormProps) {
  // The values at the time the dialog was opened; live updates do not change the form.
  const [stored] = useState<AlarmDraft>(() => (alarm === undefined ? blankDraft(presetMachineId) : draftOf(alarm)))
  const typeOf = (draft: AlarmDraft) => types.find(({ id }) => id === draft.typeId)
  const { draft, change, form } = useForm({
    stored,
    missing: (entered) => (isGone ? 'This alarm is gone' : alarmFault(entered, typeOf(entered))),
    work: (entered) => save({ alarm, stored, draft: entered, type: typeOf(entered), hasOutputs }),
    done: alarm === undefined ? 'Alarm created successfully' : 'Alarm updated successfully',
    failed: ({ message }) => message,
    changes: alarmChanges,
    onDone,
  })
  const type = typeOf(draft)
  const enter = (part: Partial<AlarmDraft>): void => {
    change(part)
    onChanged(JSON.stringify({ ...draft, ...part }) !== JSON.stringify(stored))
  }
  const machine = machines.find(({ id }) => id === draft.machineId)
  const name = alarm?.Equipment.name ?? machine?.name
  const { data: analogUnit = '' } = useQuery({
    ...analogUnitQuery(draft.machineId ?? 0),
    enabled: draft.machineId !== undefined && isOfAnalogInput(draft),
  })
  const changed =
    alarm === undefined || type === undefined
      ? undefined
      : changedWords(stored, draft, { type, analogUnit, hasOutputs })
  return (
    <Form
      noValidate
      {...form}
      className="stack flush"
      onKeyDown={(event) =>
        (event.ctrlKey || event.metaKey) &&
        event.key === 'Enter' &&
        perform(event, () => event.currentTarget.requestSubmit())
      }
    >
      <div className="stack alarm-editor">
        <div>
          {isGone && (
            <p className="box callout" role="status">
              This alarm is no longer in the list: somebody deleted it, or archived or moved its machine. What you
              entered cannot be saved.
            </p>
          )}
          <AlarmSentence
            draft={draft}
            types={types.filter(({ pm_enabled }) => pm_enabled === isMaintenance)}
            machines={machines}
            machineName={name}
            isEditing={alarm !== undefined}
            isPreset={presetMachineId !== undefined}
            analogUnit={analogUnit}
            zone={zone}
            onChange={enter}
          />
          {partsOf !== undefined && draft.machineId !== undefined && (
            <Part title="Associated Critical Parts">
              {partsOf(draft.machineId, draft.parts, (parts) => enter({ parts }), alarm === undefined)}
            </Part>
          )}
          <Part title={alarm === undefined ? 'Subscribe?' : 'Notify whom'}>
            {alarm === undefined ? (
              <div className="row wide">
                <ChannelFields channels={draft} onChannels={({ sms, email }) => enter({ sms, email })} />
              </div>
            ) : (
              <>
                <SubscriberFields alarm={alarm} />
                <p className="note">Changes of subscribers are stored at once.</p>
              </>
            )}
          </Part>
          {type !== undefined && <NoticeFields draft={draft} type={type} onChange={enter} />}
          {type?.config.device_outputs.trippable && hasOutputs && draft.machineId !== undefined && (
            <Part title="Device Outputs">
              <OutputFields machineId={draft.machineId} alarmId={alarm?.id} draft={draft} onChange={enter} />
            </Part>
          )}
        </div>
        <AlarmPreview alarm={alarm} draft={draft} type={type} zone={zone} />
      </div>
      <FormFoot
        onCancel={onCancel}
        submit={
          <>
            {alarm === undefined ? 'Save' : 'Update'} <kbd className="small regular">Ctrl ↵</kbd>
          </>
        }
      >
        {changed !== undefined && <span className="note">Changed: {changed}</span>}
      </FormFoot>
    </Form>
  )
}

interface Saved {
  alarm: ListedAlarm | undefined
  stored: AlarmDraft
  draft: AlarmDraft
  type: AlarmTypeFacts | undefined
  hasOutputs: boolean
}

/**
 * Creates the alarm on the server, or stores the terms that differ from those `stored` if `alarm` is given; its machine and type
 * do not change. Throws an error if type or machine is missing.
 */
function save({ alarm, stored, draft, type, hasOutputs }: Saved): Promise<unknown> {
  if (type === undefined || draft.machineId === undefined) throw new Error('Alarm type or equipment is missing')
  if (alarm !== undefined) {
    const body = changedTerms(stored, draft, type, hasOutputs)
    return call(calls.updateAlarm, { params: { id: alarm.id }, body })
  }
  const terms = termsFor(draft, type, hasOutputs)
  return call(calls.createAlarm, {
    body: { ...terms, ...channelsFor(draft), alarm_type_id: type.id, equipment_id: draft.machineId },
  })
}
