import type { DevicePage } from '../../features/devices/types.ts'
import { useAgingNow } from '../../lib/clock.ts'
import { Ago } from '../../ui/contact.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Time (ms) for which a command may wait for its acknowledgement; from then on it is shown as not acknowledged. */
const REACH_MS = 60_000

type Outputs = NonNullable<DevicePage['outputs']>

const STATE_WORDS: Readonly<Record<Outputs['state'], string>> = {
  done: 'The device has acknowledged it.',
  asked: 'Waits for the acknowledgement of the device.',
  not_reached: 'The device has not acknowledged it.',
  not_supported: 'The firmware of the device cannot switch outputs.',
}

/**
 * Panel with the outputs of a device: the levels of the latest command, its state, and its age; or a text that there was none.
 */
export function OutputsPanel({ page: { outputs } }: { page: DevicePage }) {
  return (
    <Panel title="Outputs" note="as alarms switch them">
      {outputs === null ? (
        <p className="muted">No alarm has switched an output of this device.</p>
      ) : (
        <Command outputs={outputs} />
      )}
    </Panel>
  )
}

function Command({ outputs: { command, commanded_at, state, acknowledged_id } }: { outputs: Outputs }) {
  const at = Date.parse(commanded_at)
  const isOverdue = useAgingNow() - at >= REACH_MS
  return (
    <>
      <dl className="device-ui-levels">
        {(['24v', '120v'] as const).map((name) => (
          <div key={name} className="row-spread" data-level={command[name]}>
            <dt>{name}</dt>
            <dd>
              <b>{command[name] === 1 ? 'On' : 'Off'}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p>{STATE_WORDS[state === 'asked' && isOverdue ? 'not_reached' : state]}</p>
      <p className="muted">
        Command {command.id}, <Ago at={at} absent="" />
        {state !== 'done' &&
          (acknowledged_id === null ? '; none was acknowledged' : `; acknowledged: ${acknowledged_id}`)}
      </p>
    </>
  )
}
