import { updateDevice } from '@millwatch/contract/http/devices'
import { useRef } from 'react'
import { Link } from 'react-router'
import { fromIso } from '../../lib/clock.ts'
import { NONE } from '../../lib/format.ts'
import { searchFor } from '../../lib/search.ts'
import { usePaths } from '../../scope/links.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Ago, OfflineBolt } from '../../ui/contact.tsx'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { useWidth } from '../../ui/use-size.ts'
import { DeviceLink } from './device-link.tsx'
import type { Device } from './types.ts'

/** Heights of a row and of a card of the list, px. */
const ROW_PX = 52
const CARD_PX = 152
/** Width of the list below which it shows cards instead of rows, px. */
const CARDS_BELOW_PX = 760

interface DeviceListProps {
  devices: readonly Device[]
  onEdit: (device: Device) => void
}

/**
 * List of devices in the given order, as rows or, in a narrow window, as cards. People who may edit devices see a button that
 * calls `onEdit`.
 */
export function DeviceList({ devices, onEdit }: DeviceListProps) {
  const may = useMay()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const areCards = width > 0 && width < CARDS_BELOW_PX
  const actions = (device: Device) => (
    <span className="line">
      {may(updateDevice) && (
        <Button aria-label={`Edit device ${device.device_uuid}`} onClick={() => onEdit(device)}>
          Edit device
        </Button>
      )}
      <DeviceLink device={device} />
    </span>
  )
  const columns: RowColumn<Device>[] = [
    { name: 'device', head: 'Device', width: '34%', cell: (device) => <Uuid device={device} /> },
    { name: 'machine', head: 'Machine', cell: (device) => <Machine device={device} /> },
    {
      name: 'role',
      head: 'Role',
      width: '110px',
      cell: (device) => <span className="muted">{roleWords(device)}</span>,
    },
    { name: 'contact', head: 'Last contact', width: '140px', cell: (device) => <Contact device={device} /> },
    { name: 'firmware', head: 'Firmware', width: '90px', cell: firmwareWords },
    { name: 'actions', head: <span className="sr-only">Actions</span>, width: '160px', cell: actions },
  ]
  const card: RowColumn<Device>[] = [
    {
      name: 'device',
      head: 'Device',
      cell: (device) => (
        <div className="stack tight">
          <Uuid device={device} />
          <Machine device={device} />
          <span className="line muted">
            {roleWords(device)}, firmware {firmwareWords(device)}, last contact <Contact device={device} />
          </span>
          {actions(device)}
        </div>
      ),
    },
  ]
  return (
    <div ref={box}>
      <RowTable
        label="All devices"
        columns={areCards ? card : columns}
        rows={devices}
        rowPx={areCards ? CARD_PX : ROW_PX}
        areCards={areCards}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

const Uuid = ({ device: { name, device_uuid: uuid } }: { device: Device }) => (
  <>
    {name !== null && (
      <bdi className="cut block strong" title={name}>
        {name}
      </bdi>
    )}
    <code className="cut block mono" title={uuid}>
      {uuid}
    </code>
  </>
)

function Machine({ device: { equipment_id: id, Equipment } }: { device: Device }) {
  const paths = usePaths()
  if (id === null || Equipment === null) return <span className="muted">no machine</span>
  return (
    <Link className="cut block" to={paths.machine(id)} title={Equipment.name}>
      <bdi>{Equipment.name}</bdi>
    </Link>
  )
}

function Contact({ device }: { device: Device }) {
  const at = fromIso(device.last_contact_at)
  return (
    <span className="line">
      <Ago at={at} absent="never" />
      {device.active && <OfflineBolt lastContactAt={at} />}
    </span>
  )
}

const roleWords = ({ is_primary, active, equipment_id }: Device): string => {
  if (!active) return 'not active'
  return is_primary ? 'primary' : equipment_id === null ? 'unassigned' : 'additional'
}

const firmwareWords = ({ CurrentFirmware }: Device): string => CurrentFirmware?.version ?? NONE

/**
 * Returns the devices whose name, UUID, machine or firmware version contains a text, in upper or lower case; all devices for a
 * blank text. The order is kept.
 */
export function foundDevices(devices: readonly Device[], text: string): readonly Device[] {
  const isFound = searchFor(text)
  return devices.filter(({ name, device_uuid, Equipment, CurrentFirmware }) =>
    isFound(name, device_uuid, Equipment?.name, CurrentFirmware?.version),
  )
}
