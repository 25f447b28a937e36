import { DeviceFacts } from '../../features/devices/device-facts.tsx'
import { DeviceId } from '../../features/devices/device-id.tsx'
import type { DevicePage } from '../../features/devices/types.ts'
import { fromIso } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { counted } from '../../lib/format.ts'
import { OfflineBolt } from '../../ui/contact.tsx'
import { Panel } from '../../ui/panel.tsx'

const roleWords = ({ is_primary, active, equipment_id }: DevicePage['device']): string =>
  [
    equipment_id === null ? 'on no machine' : is_primary ? 'primary' : 'additional',
    ...(active ? [] : ['not active']),
  ].join(', ')

/** Panel with the identity of a device, its account, its machine, and warnings about its clock. */
export function IdentityPanel({ page }: { page: DevicePage }) {
  const { device, clock_skewed, clock_reset, refused, machine_active: isMachineActive, timezone, as_of } = page
  const contactAt = fromIso(device.last_contact_at)
  return (
    <Panel
      title="Identity and account"
      note={roleWords(device)}
      aside={device.active && <OfflineBolt lastContactAt={contactAt} words />}
    >
      <p className="row">
        <DeviceId device={device} />
        {device.Equipment !== null && (
          <span>
            on <bdi>{device.Equipment.name}</bdi>
            {isMachineActive === false && ', which is archived'}
          </span>
        )}
      </p>
      {clock_skewed && <p className="caution">The clock of the device runs more than 5 minutes ahead.</p>}
      {clock_reset !== null && (
        <p className="caution">
          The clock of the device fell back: {counted(clock_reset.events, 'event')} wait since{' '}
          {timeNear(Date.parse(clock_reset.since), Date.parse(as_of), timezone)}. An admin releases or discards them
          under Devices of the machine.
        </p>
      )}
      <DeviceFacts
        listedDevice={{ ...device, clock_skewed, clock_reset, refused }}
        device={device}
        contactAt={contactAt}
        machine={{ as_of, actual_timezone: timezone }}
      />
    </Panel>
  )
}
