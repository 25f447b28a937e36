import { Copied } from '../../ui/copied.tsx'
import { curlLine, type DeviceAccess, mosquittoLine } from './lines.ts'

/** The key of a device, the one time that it is shown, with lines that let it speak at once. */
export function KeyShown({ access, onClose }: { access: DeviceAccess; onClose: () => void }) {
  const takeaways = [
    ['Device UUID', access.uuid],
    ['Device key', access.key],
    ['One cycle by curl', curlLine(location.origin, access)],
    ['The same by mosquitto_pub, at port 1883 unless MQTT_PORT says another', mosquittoLine(location.hostname, access)],
  ] as const
  return (
    <div className="form">
      <p>Copy the key now: it is shown this once and never again. Whoever has it speaks for this device.</p>
      {takeaways.map(([label, value]) => (
        <div key={label} className="device-taken">
          <span className="device-second">{label}</span>
          <Copied label={label} value={value} />
        </div>
      ))}
      <div>
        <button type="button" className="button button-primary" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </div>
  )
}
