import { useQuery } from '@tanstack/react-query'
import { OfflineBolt } from '../../ui/contact.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { ClockReset } from './clock-reset.tsx'
import { DeviceActions } from './device-actions.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceId } from './device-id.tsx'
import { DeviceLink } from './device-link.tsx'
import { wordsOfSetup } from './input-words.ts'
import { deviceQuery } from './queries.ts'
import type { Device, ListedDevice, MachineOfDevices } from './types.ts'

interface DeviceCardProps {
  listedDevice: ListedDevice
  machine: MachineOfDevices
}

/**
 * Returns the instant of the latest contact of a device in any of the answers, epoch ms; null without one. For the primary device
 * the machine's last contact, which is updated live, is taken too.
 */
function contactOf(listedDevice: ListedDevice, machine: MachineOfDevices, device: Device | undefined): number | null {
  const contacts = [
    listedDevice.last_contact_at,
    device?.last_contact_at,
    listedDevice.is_primary ? machine.last_ping_at : null,
  ]
  const instants = contacts.flatMap((contact) => (contact == null ? [] : [Date.parse(contact)]))
  return instants.length === 0 ? null : Math.max(...instants)
}

/**
 * Card of a device of a machine, with its facts, input set-up and actions. It loads the device's configuration itself, and shows
 * a placeholder or an error until then.
 */
export function DeviceCard({ listedDevice, machine }: DeviceCardProps) {
  const { data: device, error, refetch } = useQuery(deviceQuery(listedDevice.device_uuid))
  const contactAt = contactOf(listedDevice, machine, device)
  return (
    <li className="device">
      <div className="row apart">
        <DeviceId device={listedDevice} />
        <span className="muted">
          {listedDevice.is_primary ? 'primary' : 'additional'}
          {!listedDevice.active && ', not active'}
        </span>
        {listedDevice.clock_skewed && (
          <span className="small device-skewed" title="The clock of the device runs more than 5 minutes ahead">
            clock skewed
          </span>
        )}
        {listedDevice.active && <OfflineBolt lastContactAt={contactAt} />}
        <DeviceLink device={{ device_uuid: listedDevice.device_uuid, equipment_id: machine.id }} />
      </div>
      <ClockReset listedDevice={listedDevice} machine={machine} />
      <DeviceFacts listedDevice={listedDevice} device={device} contactAt={contactAt} machine={machine} />
      {device === undefined && error === null && <Skeleton height={72} />}
      {device === undefined && error !== null && (
        <TryAgain className="muted" onRetry={refetch}>
          {error.message}
        </TryAgain>
      )}
      {device !== undefined && (
        <>
          <p className="any-break callout device-setup">{setupWords(device)}</p>
          <DeviceActions device={device} machine={machine} />
        </>
      )}
    </li>
  )
}

function setupWords({ device_type_id, input_setup }: Device): string {
  if (device_type_id === 1) return 'It sends its own status or cycles and needs no input set-up.'
  return input_setup === null ? 'It has no input set-up yet.' : wordsOfSetup(input_setup)
}
