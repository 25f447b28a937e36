import { useQuery } from '@tanstack/react-query'
import { OfflineBolt } from '../../ui/contact.tsx'
import { Bone } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { ClockReset } from './clock-reset.tsx'
import { DeviceActions } from './device-actions.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { wordsOfSetup } from './input-words.ts'
import { deviceQuery } from './queries.ts'
import type { Device, KnownDevice, MachineOfDevices } from './types.ts'

interface DeviceCardProps {
  known: KnownDevice
  machine: MachineOfDevices
  mayEdit: boolean
}

/** The latest word of a device; that of the primary comes live with its machine. */
function contactOf(known: KnownDevice, machine: MachineOfDevices, device: Device | undefined): number | null {
  const told = [known.last_contact_at, device?.last_contact_at, known.is_primary ? machine.last_ping_at : null]
  const instants = told.flatMap((one) => (one == null ? [] : [Date.parse(one)]))
  return instants.length === 0 ? null : Math.max(...instants)
}

/** One device of a machine, with what can be done with it. */
export function DeviceCard({ known, machine, mayEdit }: DeviceCardProps) {
  const { data: device, error, refetch } = useQuery(deviceQuery(known.device_uuid))
  const contactAt = contactOf(known, machine, device)
  return (
    <li className="device">
      <div className="device-head">
        <code className="device-uuid">{known.device_uuid}</code>
        <span className="device-marks">
          {known.is_primary ? 'primary' : 'additional'}
          {!known.active && ', not active'}
        </span>
        {known.clock_skewed && (
          <span className="device-skewed" title="The clock of the device runs more than 5 minutes ahead">
            clock skewed
          </span>
        )}
        {known.active && <OfflineBolt lastContactAt={contactAt} />}
      </div>
      <ClockReset known={known} machine={machine} mayEdit={mayEdit} />
      <DeviceFacts known={known} device={device} contactAt={contactAt} machine={machine} />
      {device === undefined && error === null && <Bone height={72} />}
      {device === undefined && error !== null && (
        <TryAgain className="device-second" onRetry={refetch}>
          {error.message}
        </TryAgain>
      )}
      {device !== undefined && (
        <>
          <p className="device-setup">{setupWords(device)}</p>
          <DeviceActions device={device} machine={machine} mayEdit={mayEdit} />
        </>
      )}
    </li>
  )
}

function setupWords({ device_type_id, input_setup }: Device): string {
  if (device_type_id === 1) return 'It tells its own status or cycles, and needs no input set-up.'
  return input_setup === null ? 'It has no input set-up yet.' : wordsOfSetup(input_setup)
}
