import { updateDevice } from '@millwatch/contract/http/devices'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { RateField, rateOf } from './rate-field.tsx'
import { RoleFields } from './role-fields.tsx'
import { TypeField } from './type-field.tsx'
import type { Device } from './types.ts'
import { useDeviceChange } from './use-device-change.ts'

/** Dialog that changes the role, the type and the poll interval of a device, and saves the fields that differ. */
export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const before = { isPrimary: device.is_primary, active: device.active }
  const rateBefore = device.poll_interval_s === null ? '' : String(device.poll_interval_s)
  const typeBefore = device.device_type_id === 1 ? 1 : 2
  const [role, setRole] = useState(before)
  const [rate, setRate] = useState(rateBefore)
  const [type, setType] = useState<1 | 2>(typeBefore)
  const saving = useDeviceChange({
    work: () =>
      call(updateDevice, {
        params: { id: device.id },
        body: {
          ...(role.isPrimary === before.isPrimary ? {} : { primary: role.isPrimary }),
          ...(role.active === before.active ? {} : { active: role.active }),
          ...(type === typeBefore ? {} : { deviceTypeId: type }),
          ...(rate === rateBefore ? {} : { pollInterval: rateOf(rate) }),
        },
      }),
    done: 'Device updated successfully',
    failed: 'Error updating device',
    onDone: onClose,
  })
  const isSame =
    role.isPrimary === before.isPrimary && role.active === before.active && type === typeBefore && rate === rateBefore
  return (
    <Dialog title="Edit device" onClose={onClose} width={560} keepsEntries>
      <Form aria-label="Edit device" onSubmit={() => saving.mutate(undefined)}>
        <code className="any-break mono device-uuid">{device.device_uuid}</code>
        <RoleFields role={role} onRole={setRole} />
        <div className="stack form-pair">
          <TypeField value={type} onValue={setType} />
          <RateField
            value={rate}
            onValue={setRate}
            supportsPolling={device.CurrentFirmware?.config.supports_polling ?? null}
          />
        </div>
        <Submit missing={isSame ? 'Nothing has changed' : undefined} busy={saving.isPending}>
          Save
        </Submit>
      </Form>
    </Dialog>
  )
}
