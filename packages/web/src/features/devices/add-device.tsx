import { Modal, Tabs } from 'antd'
import { useState } from 'react'
import { ExistingDevice } from './existing-device.tsx'
import { KeyShown } from './key-shown.tsx'
import type { DeviceAccess } from './lines.ts'
import { NewDevice } from './new-device.tsx'
import type { MachineOfDevices } from './types.ts'

type Tab = 'new' | 'existing'

/** Puts a device on a machine: a new one, whose key is shown once, or one that stands on none. */
export function AddDevice({ machine, onClose }: { machine: MachineOfDevices; onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('new')
  const [made, setMade] = useState<DeviceAccess>()
  const [wanted, setWanted] = useState<number>()
  return (
    <Modal
      open
      title={`Add device to ${machine.name}`}
      footer={null}
      onCancel={onClose}
      width={680}
      mask={{ closable: false }}
    >
      {made === undefined ? (
        <Tabs
          activeKey={tab}
          onChange={(key) => setTab(key as Tab)}
          items={[
            {
              key: 'new',
              label: 'New device',
              children: (
                <NewDevice
                  machine={machine}
                  onMade={setMade}
                  onExisting={(deviceId) => {
                    setWanted(deviceId)
                    setTab('existing')
                  }}
                />
              ),
            },
            {
              key: 'existing',
              label: 'Existing device',
              destroyOnHidden: true,
              children: <ExistingDevice machine={machine} wanted={wanted} onDone={onClose} />,
            },
          ]}
        />
      ) : (
        <KeyShown access={made} onClose={onClose} />
      )}
    </Modal>
  )
}
