import './devices.css'
import type { Answer } from '@millwatch/contract/endpoint'
import type { getEquipment } from '@millwatch/contract/http/tree'
import { count } from '../../lib/format.ts'
import { timeNear } from '../../lib/zoned.ts'
import { Ago, OfflineBolt } from '../../ui/contact.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Quarantine } from './quarantine.tsx'

type DeviceOfEquipment = Answer<typeof getEquipment>['equip']['Devices'][number]

interface DevicePanelProps {
  machineId: number
  /** Whether the reader may release what is in quarantine. */
  mayRelease: boolean
  devices: readonly DeviceOfEquipment[]
  asOf: number
  zone: string
}

function Device({ device, asOf, zone }: { device: DeviceOfEquipment; asOf: number; zone: string }) {
  const contactAt = device.last_contact_at === null ? null : Date.parse(device.last_contact_at)
  return (
    <li className="device">
      <div className="device-head">
        <code className="device-uuid">{device.device_uuid}</code>
        <span className="device-marks">
          {device.is_primary ? 'primary' : 'additional'}
          {!device.active && ', not active'}
        </span>
        {device.clock_skewed && (
          <span className="device-skewed" title="The clock of the device runs more than 5 minutes ahead">
            clock skewed
          </span>
        )}
        {device.active && <OfflineBolt lastContactAt={contactAt} />}
      </div>
      <dl className="device-figures">
        <div>
          <dt>Last contact</dt>
          <dd>
            <Ago at={contactAt} absent="never" />
            {contactAt !== null && <span className="device-second"> at {timeNear(contactAt, asOf, zone)}</span>}
          </dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd data-testid="received">
            {count(device.received)} received = {count(device.accepted)} accepted + {count(device.duplicates)}{' '}
            duplicates + {count(device.quarantined)} quarantined
          </dd>
        </div>
        {device.refused !== null && (
          <div>
            <dt>Last message refused</dt>
            <dd>
              {device.refused.reason}
              <span className="device-second"> at {timeNear(Date.parse(device.refused.at), asOf, zone)}</span>
            </dd>
          </div>
        )}
      </dl>
    </li>
  )
}

/** The devices of a machine: who they are, when they were heard, and what became of all they sent. */
export function DevicePanel({ machineId, devices, mayRelease, asOf, zone }: DevicePanelProps) {
  return (
    <div id="device" className="device-anchor">
      <Panel title={devices.length > 1 ? 'Devices' : 'Device'}>
        {devices.length === 0 ? (
          <p className="device-second">No attached devices. An admin adds one with POST /v0/devices.</p>
        ) : (
          <ul className="devices">
            {devices.map((device) => (
              <Device key={device.id} device={device} asOf={asOf} zone={zone} />
            ))}
          </ul>
        )}
        {devices.some((device) => device.quarantined > 0) && (
          <Quarantine machineId={machineId} mayRelease={mayRelease} asOf={asOf} zone={zone} />
        )}
      </Panel>
    </div>
  )
}
