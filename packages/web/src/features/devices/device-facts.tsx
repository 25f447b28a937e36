import { rawAnalog } from '@millwatch/domain/devices'
import { dateAndMinute, timeNear } from '../../lib/dates.ts'
import { briefDuration, count, NONE, oneDecimal } from '../../lib/format.ts'
import { Ago } from '../../ui/contact.tsx'
import type { Device, ListedDevice, MachineOfDevices } from './types.ts'

interface DeviceFactsProps {
  listedDevice: ListedDevice
  /** Device with its configuration; undefined while it loads or could not be read. */
  device: Device | undefined
  contactAt: number | null
  machine: Pick<MachineOfDevices, 'as_of' | 'actual_timezone'>
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const analogWords = ({ unit, scale, offset }: Device['analog_in_1_config']): string =>
  unit === null && scale === rawAnalog.scale && offset === rawAnalog.offset
    ? 'as it is read'
    : `raw × ${scale} ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}${unit === null ? '' : `, in ${unit}`}`

const typeWords = ({ device_type_id: type }: Device): string =>
  type === 2 ? '2, configurable' : type === 1 ? '1, own status or cycles' : String(type)

function clockWords(device: Device): string {
  if (device.clock_skew_s === null) return 'not known: no message that was sent at once'
  const seconds = Math.abs(device.clock_skew_s)
  if (seconds < 1) return 'right within 1 s'
  const words = seconds < 60 ? `${oneDecimal(seconds)} s` : briefDuration(seconds * 1000)
  return `${words} ${device.clock_skew_s > 0 ? 'ahead' : 'behind'}`
}

interface RefusalProps {
  refused: NonNullable<ListedDevice['refused']>
  asOf: number
  zone: string
}

/**
 * Line with the reason why the last refused message of a device was refused as a whole, and the times of the first and the last
 * of the consecutive refusals for this reason.
 */
function Refusal({ refused: { reason, since, at }, asOf, zone }: RefusalProps) {
  const [first, last] = [since, at].map((instant) => timeNear(Date.parse(instant), asOf, zone))
  return (
    <div className="whole-line">
      <dt>Last message refused</dt>
      <dd data-testid="refused">
        {reason}
        <span className="muted">{first === last ? ` at ${last}` : ` since ${first}, last at ${last}`}</span>
      </dd>
    </div>
  )
}

const rateWords = (pollIntervalS: number | null): string =>
  pollIntervalS === null ? 'as the device decides' : `every ${pollIntervalS} s`

/**
 * List of facts of a device: last contact, address, firmware, clock, data rate, analog input, type, time of adding, numbers of
 * its events, and its last refused message. While `device` is undefined, its facts are dashes, except last contact and analog
 * input. A data rate that nobody set is `as the device decides`.
 */
export function DeviceFacts({ listedDevice, device, contactAt, machine }: DeviceFactsProps) {
  const zone = machine.actual_timezone
  const asOf = Date.parse(machine.as_of)
  return (
    <dl className="stack facts device-facts">
      <Fact label="Last contact">
        <Ago at={contactAt} absent="never" />
        {contactAt !== null && <span className="muted"> at {timeNear(contactAt, asOf, zone)}</span>}
      </Fact>
      <Fact label="Address">{device?.latest_ip ?? NONE}</Fact>
      <Fact label="Firmware">{device?.CurrentFirmware?.version ?? NONE}</Fact>
      <Fact label="Clock">{device === undefined ? NONE : clockWords(device)}</Fact>
      <Fact label="Telemetry data rate">{device === undefined ? NONE : rateWords(device.poll_interval_s)}</Fact>
      <Fact label="Analog input">{analogWords(device?.analog_in_1_config ?? listedDevice.analog_in_1_config)}</Fact>
      <Fact label="Type">{device === undefined ? NONE : typeWords(device)}</Fact>
      <Fact label="Added">{device === undefined ? NONE : dateAndMinute(Date.parse(device.created_at), zone)}</Fact>
      <div className="whole-line">
        <dt>Events</dt>
        <dd data-testid="account">
          {count(listedDevice.received)} received = {count(listedDevice.accepted)} accepted +{' '}
          {count(listedDevice.duplicates)} duplicates + {count(listedDevice.quarantined)} quarantined
        </dd>
      </div>
      {listedDevice.quarantined > 0 && (
        <div className="whole-line">
          <dt>Quarantine</dt>
          <dd data-testid="quarantine-kept">
            {count(listedDevice.quarantined - listedDevice.discarded)} kept
            {listedDevice.discarded > 0 && (
              <>
                {' '}
                + {count(listedDevice.discarded)} discarded
                <span className="muted"> (too old, or no room left for what cannot be read)</span>
              </>
            )}
          </dd>
        </div>
      )}
      {listedDevice.refused !== null && <Refusal refused={listedDevice.refused} asOf={asOf} zone={zone} />}
    </dl>
  )
}
