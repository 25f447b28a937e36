import { rotateDeviceKey } from '@millwatch/contract/http/devices'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { DeviceId } from './device-id.tsx'
import { KeyShown } from './key-shown.tsx'
import type { DeviceAccess } from './lines.ts'
import type { Device } from './types.ts'

/** Options for the time in seconds for which the old key stays valid, from 0 to 24 hours. */
const overlaps = [
  { value: '0', text: 'Refuse it at once' },
  { value: '600', text: 'Accept it for another 10 minutes' },
  { value: '3600', text: 'Accept it for another hour' },
  { value: '28800', text: 'Accept it for another 8 hours' },
  { value: '86400', text: 'Accept it for another 24 hours' },
] as const

/** Dialog that makes a new key for a device and shows it once. The old key stays valid for a chosen time, from 0 to 24 hours. */
export function RotateKey({ device, onClose }: { device: Device; onClose: () => void }) {
  const [made, setMade] = useState<DeviceAccess>()
  const { draft, bind, form } = useForm({
    stored: { overlap: '3600' },
    work: ({ overlap }) => call(rotateDeviceKey, { params: { id: device.id }, body: { overlap_s: Number(overlap) } }),
    done: 'Device key made',
    failed: 'Error making device key',
    changes: 'all',
    onDone: ({ device_key }) => setMade({ uuid: device.device_uuid, key: device_key }),
  })
  return (
    <Dialog title="New key of the device" onClose={onClose} width={680} keepsEntries>
      {made === undefined ? (
        <Form aria-label="New key" {...form}>
          <DeviceId device={device} />
          <SelectField
            label="The key before"
            autoFocus
            options={overlaps}
            hint={
              draft.overlap === '0'
                ? 'The device is cut off until it has the new key'
                : 'Meanwhile the device can receive the new key over its present connection. Creating another new key ends this time.'
            }
            {...bind('overlap')}
          />
          <Submit>Make key</Submit>
        </Form>
      ) : (
        <KeyShown access={made} onClose={onClose} />
      )}
    </Dialog>
  )
}
