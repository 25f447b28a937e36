import { reassignDevice } from '@millwatch/contract/http/devices'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { DeviceId } from './device-id.tsx'
import { MachineField } from './machine-field.tsx'
import { RoleFields } from './role-fields.tsx'
import type { Device, MachineOfDevices } from './types.ts'

interface ReassignDeviceProps {
  device: Device
  machine: MachineOfDevices
  onClose: () => void
}

/**
 * Dialog that moves a device to another machine from now on, with a role there. Messages received so far stay with this machine.
 */
export function ReassignDevice({ device, machine, onClose }: ReassignDeviceProps) {
  const { draft, change, form } = useForm({
    stored: { target: undefined as string | undefined, isPrimary: true, active: true },
    missing: ({ target }) => (target === undefined ? 'Choose a machine first' : undefined),
    work: ({ target, isPrimary: primary, active }) =>
      call(reassignDevice, { params: { id: device.id }, body: { equipId: Number(target), primary, active } }),
    done: 'Device reassigned successfully',
    failed: 'Error reassigning device',
    changes: 'all',
    onDone: onClose,
  })
  return (
    <Dialog title="Reassign device" onClose={onClose} width={560} keepsEntries>
      <Form aria-label="Reassign device" {...form}>
        <DeviceId device={device} />
        <p className="muted">
          From now on its messages count for the other machine. Those received so far stay with{' '}
          <bdi>{machine.name}</bdi>.
        </p>
        <MachineField
          label="To machine"
          value={draft.target}
          exceptId={machine.id}
          onValue={(target) => change({ target })}
        />
        <RoleFields
          role={draft}
          onRole={change}
          hint="A primary device of that machine stays there as an additional one."
        />
        <Submit>Reassign device</Submit>
      </Form>
    </Dialog>
  )
}
