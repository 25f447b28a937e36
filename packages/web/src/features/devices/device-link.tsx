import { readDevicePage } from '@millwatch/contract/http/devices-page'
import { usePaths } from '../../scope/links.ts'
import { useMay } from '../../scope/rights.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { MaintenanceIcon } from '../../ui/icons.tsx'
import type { Device } from './types.ts'

/** Button with a wrench that opens the page of a device; nothing for people who may not read that page. */
export function DeviceLink({ device: { device_uuid: uuid, equipment_id: id } }: { device: LinkedDevice }) {
  const paths = usePaths()
  const may = useMay()
  if (!may(readDevicePage)) return null
  return (
    <ButtonLink icon to={paths.device(uuid, id)} aria-label={`Open the page of device ${uuid}`} title="Device page">
      <MaintenanceIcon size={16} />
    </ButtonLink>
  )
}

type LinkedDevice = Pick<Device, 'device_uuid' | 'equipment_id'>
