import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { companyDevicesQuery } from './queries.ts'
import type { Device } from './types.ts'

interface LookedUp {
  readonly isKnown: boolean
  readonly device: Device | undefined
}

/**
 * Returns the device of this company with a UUID; `isKnown` is true if there is one. It is false while the devices load, if none
 * has the UUID, and for null, which reads nothing. The devices are read when `uuid` changes from null to a UUID, but not when one
 * UUID replaces another.
 */
export function useLookUp(uuid: string | null): LookedUp {
  const { data: devices = [] } = useQuery({ ...companyDevicesQuery, enabled: uuid !== null, refetchInterval: false })
  const device = uuid === null ? undefined : devices.find(({ device_uuid }) => device_uuid === uuid)
  return { isKnown: device !== undefined, device }
}

interface UuidFieldProps {
  text: string
  onText: (text: string) => void
  lookedUp: LookedUp
  /**
   * Called with the id of the device without a machine that has the typed UUID; undefined: an existing device cannot be chosen
   * here.
   */
  onExisting: ((deviceId: number) => void) | undefined
}

/** Returns a new random UUID of version 4. It works also on pages without TLS, where `crypto.randomUUID` is missing. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Field for the UUID of a device; spaces are removed. Its button generates a random UUID or, if a device without a machine has
 * the typed one and `onExisting` is given, passes the id of that device to it.
 */
export function UuidField({ text, onText, lookedUp: { device }, onExisting }: UuidFieldProps) {
  return (
    <div className="stack device-uuid-field">
      <TextField
        label="Device UUID"
        value={text}
        autoComplete="off"
        autoFocus
        spellCheck={false}
        maxLength={120}
        placeholder="00000000-0000-0000-0000-000000000000"
        hint={device === undefined ? 'As printed on the device; spaces are ignored' : <KnownAs device={device} />}
        onValue={(typed) => onText(typed.replace(/\s+/g, ''))}
      />
      {device?.equipment_id === null && onExisting !== undefined ? (
        <Button onClick={() => onExisting(device.id)}>Use the existing device</Button>
      ) : (
        <Button onClick={() => onText(newUuid())}>Generate</Button>
      )}
    </div>
  )
}

function KnownAs({ device }: { device: Device }) {
  if (device.Equipment === null) return <>This device was added before, and is not assigned to a machine</>
  return (
    <>
      This device is already assigned to <bdi>{device.Equipment.name}</bdi>: reassign it there
    </>
  )
}
