import './devices.css'
import { Copied } from '../../ui/copied.tsx'
import { curlLine, type DeviceAccess, mosquittoLine } from './lines.ts'

/**
 * Texts to be copied with which a device can connect: its UUID, its key, and shell commands that send one cycle by HTTP and by
 * MQTT.
 */
export function Takeaways({ access }: { access: DeviceAccess }) {
  const takeaways = [
    ['Device UUID', access.uuid],
    ['Device key', access.key],
    ['One cycle by curl', curlLine(location.origin, access)],
    ['The same with mosquitto_pub, on port 1883 unless MQTT_PORT is set', mosquittoLine(location.hostname, access)],
  ] as const
  return takeaways.map(([label, value]) => (
    <div key={label} className="stack tight">
      <span className="muted">{label}</span>
      <Copied label={label} value={value} />
    </div>
  ))
}
