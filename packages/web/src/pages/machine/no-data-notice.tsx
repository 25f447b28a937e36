import type { Equipment } from '../../features/tree/types.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { DevicesLink } from './devices-link.tsx'

/**
 * Text that explains why a machine has no data in the period. If the machine was never in contact, it says that no device is
 * attached or that the device sent nothing, with a link to the devices panel except on displays.
 */
export function NoDataNotice({ machine }: { machine: Pick<Equipment, 'device_uuid' | 'last_ping_at'> }) {
  const isDisplay = useIsDisplay()
  const { device_uuid: device, last_ping_at: lastContactAt } = machine
  if (lastContactAt !== null)
    return <p className="muted ruled">This machine sent no data in this time. Choose another period above.</p>
  return (
    <p className="muted ruled">
      {device === null ? 'No device is attached to this machine yet.' : 'Its device has not sent anything yet.'}{' '}
      {!isDisplay && <DevicesLink>{device === null ? 'Attach one' : 'See the device'}</DevicesLink>}
    </p>
  )
}
