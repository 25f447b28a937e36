import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ExistingDevice } from './existing-device.tsx'
import { KeyShown } from './key-shown.tsx'
import type { DeviceAccess } from './lines.ts'
import { NewDevice } from './new-device.tsx'
import type { MachineOfDevices } from './types.ts'

const tabs = [
  { name: 'new', words: 'New device' },
  { name: 'existing', words: 'Existing device' },
] as const
type Tab = (typeof tabs)[number]['name']

/**
 * Dialog that adds a device to a machine: a new one, whose key is shown once afterwards, or an existing one without a machine.
 */
export function AddDevice({ machine, onClose }: { machine: MachineOfDevices; onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('new')
  const [made, setMade] = useState<DeviceAccess>()
  const [wanted, setWanted] = useState<number>()
  const toExisting = (deviceId: number) => {
    setWanted(deviceId)
    setTab('existing')
  }
  return (
    <Dialog
      title={
        <>
          Add device to <bdi>{machine.name}</bdi>
        </>
      }
      onClose={onClose}
      width={680}
      keepsEntries
    >
      {made === undefined ? (
        <Tabs label="Which device" tabs={tabs} chosen={tab} onChoose={setTab}>
          <div className="below">
            {tab === 'new' ? (
              <NewDevice machine={machine} onMade={setMade} onExisting={toExisting} />
            ) : (
              <ExistingDevice machine={machine} wanted={wanted} onDone={onClose} />
            )}
          </div>
        </Tabs>
      ) : (
        <KeyShown access={made} onClose={onClose} />
      )}
    </Dialog>
  )
}
