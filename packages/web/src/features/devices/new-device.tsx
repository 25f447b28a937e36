import { createDevice } from '@millwatch/contract/http/devices'
import { normalUuid, roleWhenPut } from '@millwatch/domain/devices'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { CopyConfig } from './copy-config.tsx'
import type { DeviceAccess } from './lines.ts'
import { NameField } from './name-field.tsx'
import { givesWay, RoleFields } from './role-fields.tsx'
import { draftOfSetup, missingOfDraft, setupOfDraft } from './setup-draft.ts'
import { SetupFields } from './setup-fields.tsx'
import { SetupWords } from './setup-words.tsx'
import { type DeviceType, TypeField } from './type-field.tsx'
import type { MachineOfDevices } from './types.ts'
import { UuidField, useLookUp } from './uuid-field.tsx'

interface NewDeviceProps {
  /** Null: the device is put on no machine yet. */
  machine: MachineOfDevices | null
  onMade: (access: DeviceAccess) => void
  /**
   * Called with the id of an existing device without a machine that has the typed UUID, by a button; undefined: there is no such
   * button.
   */
  onExisting: ((deviceId: number) => void) | undefined
}

/**
 * Form that adds a new device to a machine, or to none if `machine` is null, with UUID, name, type, role and input set-up.
 * `onMade` gets its UUID and key.
 */
export function NewDevice({ machine, onMade, onExisting }: NewDeviceProps) {
  const [text, setText] = useState('')
  const uuid = normalUuid(text)
  const lookedUp = useLookUp(uuid)
  const { draft, change, bind, form } = useForm({
    stored: {
      ...roleWhenPut({}, machine?.Devices.length === 0),
      name: '',
      type: 2 as DeviceType,
      setup: draftOfSetup(null),
    },
    missing: ({ type, setup }) => missingOf(uuid, lookedUp.isKnown) ?? (type === 2 ? missingOfDraft(setup) : undefined),
    work: ({ name, type, setup, isPrimary: primary, active }) => {
      const inputSetup = type === 2 ? setupOfDraft(setup) : null
      const place = machine === null ? {} : { equipId: machine.id }
      const set = inputSetup === null ? {} : { inputSetup: { ...inputSetup } }
      return call(createDevice, {
        body: {
          deviceUUID: uuid ?? '',
          ...place,
          ...(name === '' ? {} : { name }),
          deviceTypeId: type,
          primary,
          active,
          ...set,
        },
      })
    },
    done: 'Device added successfully',
    failed: 'Error adding device',
    changes: 'all',
    onDone: ({ device, device_key }) => onMade({ uuid: device.device_uuid, key: device_key }),
  })
  return (
    <Form aria-label="New device" {...form}>
      <UuidField text={text} onText={setText} lookedUp={lookedUp} onExisting={onExisting} />
      <NameField {...bind('name')} />
      <TypeField {...bind('type')} />
      {machine !== null && (
        <RoleFields role={draft} onRole={change} hint={givesWay(machine.Devices.some((device) => device.is_primary))} />
      )}
      {draft.type === 2 && (
        <>
          <SetupFields draft={draft.setup} onDraft={(setup) => change({ setup })} supportsFlashing={false} />
          <CopyConfig exceptId={machine?.id} onCopied={(setup) => change({ setup: draftOfSetup(setup) })} />
        </>
      )}
      <div className="stack form-foot">
        {draft.type === 2 && <SetupWords draft={draft.setup} />}
        <Submit>Add device</Submit>
      </div>
    </Form>
  )
}

const missingOf = (uuid: string | null, isKnown: boolean): string | undefined =>
  uuid === null ? 'Type a valid UUID first' : isKnown ? 'This device was added before' : undefined
