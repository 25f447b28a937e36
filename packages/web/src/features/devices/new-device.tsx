import { createDevice } from '@millwatch/contract/http/devices'
import { normalUuid, roleWhenPut } from '@millwatch/domain/devices'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { CopyConfig } from './copy-config.tsx'
import type { DeviceAccess } from './lines.ts'
import { givesWay, RoleFields } from './role-fields.tsx'
import { draftOfSetup, missingOfDraft, setupOfDraft } from './setup-draft.ts'
import { SetupFields } from './setup-fields.tsx'
import { SetupWords } from './setup-words.tsx'
import { type DeviceType, TypeField } from './type-field.tsx'
import type { MachineOfDevices } from './types.ts'
import { useDeviceChange } from './use-device-change.ts'
import { UuidField, useLookUp } from './uuid-field.tsx'

interface NewDeviceProps {
  machine: MachineOfDevices
  onMade: (access: DeviceAccess) => void
  /** Called when an existing device without a machine has this UUID. */
  onExisting: (deviceId: number) => void
}

/** Form that adds a new device to a machine, with its role and input set-up; `onMade` gets its uuid and key. */
export function NewDevice({ machine, onMade, onExisting }: NewDeviceProps) {
  const [text, setText] = useState('')
  const [type, setType] = useState<DeviceType>(2)
  const [role, setRole] = useState(() => roleWhenPut({}, machine.Devices.length === 0))
  const [draft, setDraft] = useState(() => draftOfSetup(null))
  const uuid = normalUuid(text)
  const lookedUp = useLookUp(uuid)
  const adding = useDeviceChange({
    work: (deviceUUID: string) => {
      const inputSetup = type === 2 ? setupOfDraft(draft) : null
      const set = inputSetup === null ? {} : { inputSetup: { ...inputSetup } }
      const { isPrimary: primary, active } = role
      return call(createDevice, {
        body: { deviceUUID, equipId: machine.id, deviceTypeId: type, primary, active, ...set },
      })
    },
    done: 'Device added successfully',
    failed: 'Error adding device',
    onDone: ({ device, device_key }) => onMade({ uuid: device.device_uuid, key: device_key }),
  })
  const missing = missingOf(uuid, lookedUp.isKnown) ?? (type === 2 ? missingOfDraft(draft) : undefined)
  return (
    <Form
      aria-label="New device"
      onSubmit={() => {
        if (uuid !== null) adding.mutate(uuid)
      }}
    >
      <UuidField text={text} onText={setText} lookedUp={lookedUp} onExisting={onExisting} />
      <TypeField value={type} onValue={setType} />
      <RoleFields role={role} onRole={setRole} hint={givesWay(machine.Devices.some((device) => device.is_primary))} />
      {type === 2 && (
        <>
          <SetupFields draft={draft} onDraft={setDraft} supportsFlashing={false} />
          <CopyConfig exceptId={machine.id} onCopied={(setup) => setDraft(draftOfSetup(setup))} />
        </>
      )}
      <div className="stack form-foot">
        {type === 2 && <SetupWords draft={draft} />}
        <Submit missing={missing} busy={adding.isPending}>
          Add device
        </Submit>
      </div>
    </Form>
  )
}

const missingOf = (uuid: string | null, isKnown: boolean): string | undefined =>
  uuid === null ? 'Type a valid UUID first' : isKnown ? 'This device is known already' : undefined
