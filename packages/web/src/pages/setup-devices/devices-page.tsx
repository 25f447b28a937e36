import { devicesOfCompany } from '@millwatch/contract/http/company'
import { createDevice } from '@millwatch/contract/http/devices'
import { releaseManyFromQuarantine } from '@millwatch/contract/http/ingest-quarantine'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AddToCompany } from '../../features/devices/add-to-company.tsx'
import { DeviceList, foundDevices } from '../../features/devices/device-list.tsx'
import { EditDevice } from '../../features/devices/edit-device.tsx'
import { companyDevicesQuery } from '../../features/devices/queries.ts'
import { ReleaseEvents } from '../../features/devices/release-events.tsx'
import type { Device } from '../../features/devices/types.ts'
import { counted } from '../../lib/format.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useFocusByKey } from '../../ui/use-focus-by-key.ts'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Interval at which devices are read again, ms. A contact changes no device, and only the room of the device gets a message. */
const EVERY_MS = 30_000

/** Page with all devices of the company, where admins add and edit them. */
export function DevicesPage() {
  const devices = useQuery({ ...companyDevicesQuery, refetchInterval: EVERY_MS })
  const may = useMay()
  const [isAdding, setAdding] = useState(false)
  const [isReleasing, setReleasing] = useState(false)
  const locked = may(createDevice) ? undefined : 'An admin adds devices'
  return (
    <SetupPage
      title="Devices"
      needs={devicesOfCompany}
      second="A device on a machine sends its events. Keys, input set-ups and removal are beside the page of its machine, under Devices."
      aside={
        <>
          {locked !== undefined && <span className="muted">{locked}</span>}
          {may(releaseManyFromQuarantine) && <Button onClick={() => setReleasing(true)}>Release events</Button>}
          <Button disabled={locked !== undefined} title={locked} onClick={() => setAdding(true)}>
            Add device
          </Button>
        </>
      }
    >
      <Reading query={devices} subject="The devices">
        {(all) => <Devices all={all} />}
      </Reading>
      {isReleasing && <ReleaseEvents devices={devices.data} onClose={() => setReleasing(false)} />}
      {isAdding && <AddToCompany onClose={() => setAdding(false)} />}
    </SetupPage>
  )
}

function Devices({ all }: { all: readonly Device[] }) {
  const [text, setText] = useInAddress('q')
  const [editedId, setEdited] = useState<number>()
  const panel = useRef<HTMLDivElement>(null)
  useFocusByKey(panel, '.')
  const found = foundDevices(all, text ?? '')
  const edited = all.find(({ id }) => id === editedId)
  return (
    <div ref={panel}>
      <Panel title="Devices of the company" note={counted(all.length, 'device')}>
        {all.length === 0 && <Empty title="No devices found">Until one is added, no machine sends data.</Empty>}
        {all.length > 0 && (
          <div className="row spaced row-tools">
            <SearchField label="Find a device" value={text ?? ''} onValue={(next) => setText(next || undefined)} />
          </div>
        )}
        {all.length > 0 && found.length === 0 && (
          <Empty title="No devices found">
            No device, machine or firmware contains this text.{' '}
            <Button onClick={() => setText(undefined)}>Show all devices</Button>
          </Empty>
        )}
        {found.length > 0 && <DeviceList devices={found} onEdit={({ id }) => setEdited(id)} />}
      </Panel>
      {edited !== undefined && <EditDevice device={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}
