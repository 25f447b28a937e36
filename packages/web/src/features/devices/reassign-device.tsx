import { reassignDevice } from '@millwatch/contract/http/devices'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { MachineField } from './machine-field.tsx'
import { RoleFields } from './role-fields.tsx'
import type { Device, MachineOfDevices } from './types.ts'
import { useDeviceChange } from './use-device-change.ts'

interface ReassignDeviceProps {
  device: Device
  machine: MachineOfDevices
  onClose: () => void
}

/** Dialog that moves a device to another machine from now on. Its earlier events stay with this machine. */
export function ReassignDevice({ device, machine, onClose }: ReassignDeviceProps) {
  const [target, setTarget] = useState<string>()
  const [role, setRole] = useState({ isPrimary: true, active: true })
  const moving = useDeviceChange({
    work: () => {
      const { isPrimary: primary, active } = role
      return call(reassignDevice, { params: { id: device.id }, body: { equipId: Number(target), primary, active } })
    },
    done: 'Device reassigned successfully',
    failed: 'Error reassigning device',
    onDone: onClose,
  })
  return (
    <Dialog title="Reassign device" onClose={onClose} width={560} keepsEntries>
      <Form aria-label="Reassign device" onSubmit={() => moving.mutate(undefined)}>
        <code className="any-break mono device-uuid">{device.device_uuid}</code>
        <p className="muted">
          From now on its messages count for the other machine. Those received so far stay with{' '}
          <bdi>{machine.name}</bdi>.
        </p>
        <MachineField label="To machine" value={target} exceptId={machine.id} onValue={setTarget} />
        <RoleFields
          role={role}
          onRole={setRole}
          hint="A primary device of that machine stays there as an additional one."
        />
        <Submit missing={target === undefined ? 'Choose a machine first' : undefined} busy={moving.isPending}>
          Reassign device
        </Submit>
      </Form>
    </Dialog>
  )
}
