import type { Device } from './types.ts'

/** Name of a device, if it has one, with its UUID. */
export function DeviceId({ device: { name, device_uuid: uuid } }: { device: Pick<Device, 'name' | 'device_uuid'> }) {
  return (
    <span className="wrap device-id">
      {name !== null && <bdi className="any-break strong">{name}</bdi>}
      <code className="any-break mono device-uuid">{uuid}</code>
    </span>
  )
}
