import {
  reassignDevice,
  removeDevice,
  revokeDeviceKey,
  rotateDeviceKey,
  updateDevice,
} from '@millwatch/contract/http/devices'
import { deviceWords } from '@millwatch/domain/devices'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { EditDevice } from './edit-device.tsx'
import { InputConfig } from './input-config.tsx'
import { ReassignDevice } from './reassign-device.tsx'
import { RotateKey } from './rotate-key.tsx'
import type { Device, MachineOfDevices } from './types.ts'

interface DeviceActionsProps {
  device: Device
  machine: MachineOfDevices
}

type Dialog = 'edit' | 'inputs' | 'key' | 'reassign'

/**
 * Buttons for the actions on a device, each only if the user may do it. The input set-up is read only for a user who may not edit
 * devices. To revoke the key or to remove the device needs a confirmation.
 */
export function DeviceActions({ device, machine }: DeviceActionsProps) {
  const may = useMay()
  const mayEdit = may(updateDevice)
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const ending = useEndings(device, machine)
  const opener = (name: Dialog, words: string) => <Button onClick={() => setDialog(name)}>{words}</Button>
  return (
    <div className="row">
      {mayEdit && opener('edit', 'Edit device')}
      {opener('inputs', mayEdit ? 'Edit Input Config' : 'Input Config')}
      {may(rotateDeviceKey) && opener('key', 'New key')}
      {may(revokeDeviceKey) && <Button onClick={ending.revoke}>Revoke key</Button>}
      {may(reassignDevice) && opener('reassign', 'Reassign')}
      {may(removeDevice) && <Button onClick={ending.remove}>Remove from machine</Button>}
      {dialog === 'edit' && <EditDevice device={device} onClose={close} />}
      {dialog === 'inputs' && <InputConfig device={device} machine={machine} mayEdit={mayEdit} onClose={close} />}
      {dialog === 'key' && <RotateKey device={device} onClose={close} />}
      {dialog === 'reassign' && <ReassignDevice device={device} machine={machine} onClose={close} />}
    </div>
  )
}

/**
 * Returns the functions `revoke` (the key of a device) and `remove` (the device from its machine), each of which shows a
 * confirmation first.
 */
function useEndings(device: Device, machine: MachineOfDevices) {
  const params = { id: device.id }
  const again = 'It can be put on a machine again under “Add device”, “Existing device”.'
  const revoke = useConfirmed({
    title: 'Revoke the key of this device?',
    text: `${deviceWords(device.name, device.device_uuid)} is cut off at once and refused until it is given another key with “New key”. It stays on ${machine.name}.`,
    yes: 'Revoke key',
    removes: true,
    work: () => call(revokeDeviceKey, { params }),
    done: 'Device key revoked',
    failed: 'Error revoking device key',
    changes: 'all',
  })
  const remove = useConfirmed({
    title: `Remove this device from ${machine.name}?`,
    text: device.is_primary
      ? `It is the primary device: without one ${machine.name} is shown offline from now on. Its data so far stays. ${again}`
      : `Its data so far stays. ${again}`,
    yes: 'Remove device',
    removes: true,
    work: () => call(removeDevice, { params }),
    done: 'Device removed from equipment',
    failed: 'Error removing device',
    changes: 'all',
  })
  return { revoke, remove }
}
