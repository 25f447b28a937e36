import '../page.css'
import './device-page.css'
import { readDevicePage } from '@millwatch/contract/http/devices-page'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router'
import { deviceQuery, machineQuery } from '../../features/devices/queries.ts'
import type { Device } from '../../features/devices/types.ts'
import { companyQuery } from '../../features/tree/queries.ts'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/title.ts'
import { usePaths } from '../../scope/links.ts'
import { usePageZone } from '../../scope/place.ts'
import { useMay } from '../../scope/rights.ts'
import { useSubject } from '../../scope/subject.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReadError } from '../read-error.tsx'

/**
 * Permissions of the frame: it runs scripts and reads with the session, but cannot navigate this page, open windows or
 * dialogs, or send forms.
 */
const SANDBOX = 'allow-scripts allow-same-origin'

/**
 * Page of a device, at `/e/{id}/d/{uuid}` and `/setup/devices/{uuid}`: the interface of the device in a frame. Without the right
 * to it (not a superuser), redirects to the machine, or at the second address to the list of devices.
 */
export function DevicePage() {
  const { uuid = '' } = useParams()
  const subject = useSubject()
  const paths = usePaths()
  const may = useMay()
  if (!may(readDevicePage))
    return <Navigate to={subject === undefined ? paths.page('/setup/devices') : paths.machine(subject.id)} replace />
  return <DeviceAt key={uuid} uuid={uuid} machineId={subject?.id} />
}

/**
 * Shows a device in its frame; `machineId` is that of the address, undefined under `/setup`. Redirects to the device's own
 * address if it is not on that machine. Shows a notice for an unknown UUID.
 */
function DeviceAt({ uuid, machineId }: { uuid: string; machineId: number | undefined }) {
  const paths = usePaths()
  const { data: device, error, refetch } = useQuery(deviceQuery(uuid))
  useTitle(device === undefined ? 'Device' : (device.name ?? `Device ${device.device_uuid}`))
  if (device !== undefined) {
    const isElsewhere = machineId !== undefined && device.equipment_id !== machineId
    if (isElsewhere) return <Navigate to={paths.device(device.device_uuid, device.equipment_id)} replace />
    return <Framed device={device} />
  }
  if (error instanceof ApiError && error.status === 404)
    return (
      <Notice
        alert
        whole
        title="Invalid request"
        ways={<ButtonLink to={paths.page('/setup/devices')}>Show all devices</ButtonLink>}
      >
        The company has no device with this UUID. It may be mistyped.
      </Notice>
    )
  return error === null ? null : <ReadError subject="The device" error={error} onRetry={() => void refetch()} />
}

function Framed({ device }: { device: Device }) {
  const paths = usePaths()
  const { name, device_uuid: uuid, equipment_id: machineId, Equipment } = device
  const { data: company } = useQuery(companyQuery)
  const { data: machine } = useQuery({ ...machineQuery(machineId ?? 0), enabled: machineId !== null })
  usePageZone(machineId === null ? company?.timezone : machine?.actual_timezone)
  return (
    <div className="column tall page device-page">
      <header className="stack page-head">
        <span className="row">
          {machineId !== null && (
            <Link to={paths.machine(machineId)}>
              <bdi>{Equipment?.name}</bdi>
            </Link>
          )}
          <Link to={paths.page('/setup/devices')}>all devices</Link>
        </span>
        <h1 className="any-break page-title">{name === null ? `Device ${uuid}` : <bdi>{name}</bdi>}</h1>
      </header>
      <iframe
        className="fill grow box device-frame"
        title={`Device ${uuid}`}
        src={`/device-ui/?uuid=${encodeURIComponent(uuid)}`}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
