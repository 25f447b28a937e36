import { configWords, deliveryWords, isSameConfig } from '../../features/devices/config-words.ts'
import type { DevicePage } from '../../features/devices/types.ts'
import { timeNear } from '../../lib/dates.ts'
import { Panel } from '../../ui/panel.tsx'

type DeviceConfig = DevicePage['config']['wanted']

interface VersionProps {
  label: string
  config: DeviceConfig | null
  /** Present configuration of the device, with which `config` is compared. */
  wanted: DeviceConfig
  /** Time at which this configuration was sent or confirmed, in words; null if it never was. */
  at: string | null
}

/** Configuration of a device: as it is now, as it was sent, and as the device confirmed it. */
export function ConfigPanel({ page: { config, timezone, as_of } }: { page: DevicePage }) {
  const { wanted, sent, sent_at, confirmed, confirmed_at } = config
  const words = (at: string | null) => at && timeNear(Date.parse(at), Date.parse(as_of), timezone)
  return (
    <Panel title="Configuration">
      <dl className="stack device-ui-config">
        <div>
          <dt>Now</dt>
          <dd className="any-break">
            {configWords(wanted)} <b>{deliveryWords(config)}</b>
          </dd>
        </div>
        <Version label="Sent" config={sent} wanted={wanted} at={words(sent_at)} />
        <Version label="Confirmed" config={confirmed} wanted={wanted} at={words(confirmed_at)} />
      </dl>
    </Panel>
  )
}

function Version({ label, config, wanted, at }: VersionProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="any-break">
        {config === null ? (
          <span className="muted">never</span>
        ) : (
          <>
            {isSameConfig(wanted, config) ? 'The same' : configWords(config)}
            <span className="muted"> at {at}</span>
          </>
        )}
      </dd>
    </div>
  )
}
