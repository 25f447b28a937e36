import { updateDevice } from '@millwatch/contract/http/devices'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { toIso } from '../../lib/clock.ts'
import { startOfDay } from '../../lib/zoned.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { type AnalogDraft, analogOfDraft, draftOfAnalog, isSameAnalog } from './analog-draft.ts'
import { AnalogFields } from './analog-fields.tsx'
import { CopyConfig } from './copy-config.tsx'
import { draftOfSetup, missingOfDraft, type SetupDraft, setupOfDraft } from './setup-draft.ts'
import { SetupFields } from './setup-fields.tsx'
import { SetupWords } from './setup-words.tsx'
import type { Device, MachineOfDevices } from './types.ts'
import { useDeviceChange } from './use-device-change.ts'

interface InputConfigProps {
  device: Device
  machine: MachineOfDevices
  /** False: the dialog is read only. */
  mayEdit: boolean
  onClose: () => void
}

/**
 * Dialog for the input set-up of a device and the conversion of its analog input; read only without `mayEdit`. A change of
 * the inputs counts from now on, one of the analog input from a day that can be earlier.
 */
export function InputConfig({ device, machine, mayEdit, onClose }: InputConfigProps) {
  const [draft, setDraft] = useState(() => draftOfSetup(device.input_setup))
  const [analog, setAnalog] = useState(() => draftOfAnalog(device.analog_in_1_config))
  const saving = useSaving(device, machine.actual_timezone, onClose)
  const isConfigurable = device.device_type_id === 2
  return (
    <Dialog title={mayEdit ? 'Edit Input Config' : 'Input Config'} onClose={onClose} width={680} keepsEntries={mayEdit}>
      <Form aria-label="Input Config" onSubmit={() => saving.mutate(changesOf(device, draft, analog))}>
        <code className="any-break mono device-uuid">{device.device_uuid}</code>
        {mayEdit && isConfigurable && <p className="muted">A change of the inputs counts from now on.</p>}
        <fieldset className="stack wide" disabled={!mayEdit}>
          {isConfigurable ? (
            <>
              <SetupFields
                draft={draft}
                onDraft={setDraft}
                supportsFlashing={device.CurrentFirmware?.config.supports_flashing_filters ?? false}
              />
              {mayEdit && <CopyConfig exceptId={machine.id} onCopied={(setup) => setDraft(draftOfSetup(setup))} />}
            </>
          ) : (
            <p>
              A device of type 1 tells its own status or cycles and needs no input set-up.
              {mayEdit && ' To set inputs up, make it one of type 2 first, under Edit device.'}
            </p>
          )}
          <AnalogFields draft={analog} onDraft={setAnalog} zone={machine.actual_timezone} />
        </fieldset>
        <div className="stack form-foot">
          {isConfigurable && <SetupWords draft={draft} />}
          {mayEdit ? (
            <Submit missing={missingOf(device, draft, analog)} busy={saving.isPending}>
              Save
            </Submit>
          ) : (
            <p className="muted">An admin changes it.</p>
          )}
        </div>
      </Form>
    </Dialog>
  )
}

interface Changes {
  readonly inputSetup: Record<string, unknown> | undefined
  readonly analog: AnalogDraft | undefined
}

/** Returns the parts of the configuration that differ from the device. */
function changesOf(device: Device, draft: SetupDraft, typed: AnalogDraft): Changes {
  const setup = setupOfDraft(draft)
  const analog = analogOfDraft(typed)
  const isOtherSetup =
    setup !== null && JSON.stringify(setup) !== JSON.stringify(setupOfDraft(draftOfSetup(device.input_setup)))
  // An equal configuration with an earlier start day may still change the days in between.
  const isOtherAnalog = analog !== null && (typed.fromDay !== '' || !isSameAnalog(analog, device.analog_in_1_config))
  return { inputSetup: isOtherSetup ? { ...setup } : undefined, analog: isOtherAnalog ? typed : undefined }
}

function missingOf(device: Device, draft: SetupDraft, typed: AnalogDraft): string | undefined {
  if (analogOfDraft(typed) === null) return 'Type a number for scale and offset'
  const isUntouched = draft.kind === '' && device.input_setup === null
  const missing = device.device_type_id === 2 && !isUntouched ? missingOfDraft(draft) : undefined
  const { inputSetup, analog } = changesOf(device, draft, typed)
  return missing ?? (inputSetup === undefined && analog === undefined ? 'Nothing has changed' : undefined)
}

function useSaving(device: Device, zone: string, onClose: () => void) {
  return useDeviceChange({
    work: async ({ inputSetup, analog }: Changes) => {
      const params = { id: device.id }
      const config = analog && analogOfDraft(analog)
      // These run one after the other: the input set-up is in force from now on, the analog input may start at an
      // earlier day.
      if (inputSetup) await call(updateDevice, { params, body: { inputSetup } })
      if (!analog || !config) return
      const from = analog.fromDay === '' ? {} : { from: toIso(startOfDay(analog.fromDay, zone)) }
      await call(updateDevice, { params, body: { analog_in_1_config: { ...config }, ...from } })
    },
    done: 'Device updated successfully',
    failed: 'Error updating device',
    onDone: onClose,
  })
}
