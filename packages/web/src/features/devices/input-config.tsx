import { updateDevice } from '@millwatch/contract/http/devices'
import { call } from '../../lib/api.ts'
import { toIso, useNow } from '../../lib/clock.ts'
import { dayIn, startOfDay } from '../../lib/zoned.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { momentFault } from '../../ui/wall-text.ts'
import { type AnalogDraft, analogOfDraft, draftOfAnalog, isSameAnalog } from './analog-draft.ts'
import { AnalogFields } from './analog-fields.tsx'
import { CopyConfig } from './copy-config.tsx'
import { DeviceId } from './device-id.tsx'
import { draftOfSetup, missingOfDraft, type SetupDraft, setupOfDraft } from './setup-draft.ts'
import { SetupFields } from './setup-fields.tsx'
import { SetupWords } from './setup-words.tsx'
import type { Device, MachineOfDevices } from './types.ts'

interface InputConfigProps {
  device: Device
  machine: MachineOfDevices
  /** False: the dialog is read only. */
  mayEdit: boolean
  onClose: () => void
}

/**
 * Dialog for the input set-up of a device (of type 2 only) and the conversion of its analog input; read only if `mayEdit` is
 * false. A change of the inputs takes effect now, one of the analog input from a day that can be in the past.
 */
export function InputConfig({ device, machine, mayEdit, onClose }: InputConfigProps) {
  const zone = machine.actual_timezone
  const lastDay = dayIn(useNow(60_000), zone)
  const { draft, change, form } = useForm({
    stored: { setup: draftOfSetup(device.input_setup), analog: draftOfAnalog(device.analog_in_1_config) },
    missing: (entries) =>
      momentFault(entries.analog.fromDay, { lastDay, hasTime: false }) ?? missingOf(device, entries),
    work: (entries) => save(device, entries, zone),
    done: 'Device updated successfully',
    failed: 'Error updating device',
    changes: 'all',
    onDone: onClose,
  })
  const onSetup = (setup: SetupDraft): void => change({ setup })
  const isConfigurable = device.device_type_id === 2
  return (
    <Dialog title={mayEdit ? 'Edit Input Config' : 'Input Config'} onClose={onClose} width={680} keepsEntries={mayEdit}>
      <Form aria-label="Input Config" {...form}>
        <DeviceId device={device} />
        {mayEdit && isConfigurable && <p className="muted">A change of the inputs takes effect now.</p>}
        <fieldset className="stack wide" disabled={!mayEdit}>
          {isConfigurable ? (
            <>
              <SetupFields
                draft={draft.setup}
                onDraft={onSetup}
                supportsFlashing={device.CurrentFirmware?.config.supports_flashing_filters ?? false}
              />
              {mayEdit && <CopyConfig exceptId={machine.id} onCopied={(setup) => onSetup(draftOfSetup(setup))} />}
            </>
          ) : (
            <p>
              A device of type 1 tells its own status or cycles and needs no input set-up.
              {mayEdit && ' To set inputs up, make it one of type 2 first, under Edit device.'}
            </p>
          )}
          <AnalogFields draft={draft.analog} onDraft={(analog) => change({ analog })} zone={zone} />
        </fieldset>
        <div className="stack form-foot">
          {isConfigurable && <SetupWords draft={draft.setup} />}
          {mayEdit ? <Submit>Save</Submit> : <p className="muted">An admin changes it.</p>}
        </div>
      </Form>
    </Dialog>
  )
}

interface Entries {
  readonly setup: SetupDraft
  readonly analog: AnalogDraft
}

interface Changes {
  readonly inputSetup: Record<string, unknown> | undefined
  readonly analog: AnalogDraft | undefined
}

/**
 * Returns the entries that differ from the configuration of the device; an equal or incomplete part is undefined. An analog input
 * with a start day is always a change.
 */
function changesOf(device: Device, { setup: draft, analog: typed }: Entries): Changes {
  const setup = setupOfDraft(draft)
  const analog = analogOfDraft(typed)
  const isOtherSetup =
    setup !== null && JSON.stringify(setup) !== JSON.stringify(setupOfDraft(draftOfSetup(device.input_setup)))
  // An equal configuration with an earlier start day may still change the days in between.
  const isOtherAnalog = analog !== null && (typed.fromDay !== '' || !isSameAnalog(analog, device.analog_in_1_config))
  return { inputSetup: isOtherSetup ? { ...setup } : undefined, analog: isOtherAnalog ? typed : undefined }
}

function missingOf(device: Device, entries: Entries): string | undefined {
  const { setup: draft, analog: typed } = entries
  if (analogOfDraft(typed) === null) return 'Type a number for scale and offset'
  const isUntouched = draft.kind === '' && device.input_setup === null
  const missing = device.device_type_id === 2 && !isUntouched ? missingOfDraft(draft) : undefined
  const { inputSetup, analog } = changesOf(device, entries)
  return missing ?? (inputSetup === undefined && analog === undefined ? 'Nothing has changed' : undefined)
}

/**
 * Saves the entries that differ in one call each: the input set-up from now on, then the analog input from its start day, or from
 * now on without one. If the second call fails, the first change stays.
 */
async function save(device: Device, entries: Entries, zone: string): Promise<void> {
  const params = { id: device.id }
  const { inputSetup, analog } = changesOf(device, entries)
  const config = analog && analogOfDraft(analog)
  // One after the other, since they may be in force from different instants.
  if (inputSetup) await call(updateDevice, { params, body: { inputSetup } })
  if (!analog || !config) return
  const from = analog.fromDay === '' ? {} : { from: toIso(startOfDay(analog.fromDay, zone)) }
  await call(updateDevice, { params, body: { analog_in_1_config: { ...config }, ...from } })
}
