import { INPUTS } from '@millwatch/domain/devices'
import { labelOf } from '../../features/devices/input-words.ts'
import type { DevicePage } from '../../features/devices/types.ts'
import { Ago } from '../../ui/contact.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Levels of the inputs of a device as it reported them last: the four that each device has, and others that it named. */
export function InputsPanel({ page: { inputs } }: { page: DevicePage }) {
  const levels = new Map(inputs.map((input) => [input.input, input]))
  const names = [
    ...INPUTS,
    ...inputs.map(({ input }) => input).filter((name) => !INPUTS.some((input) => input === name)),
  ]
  return (
    <Panel title="Inputs" note="as the device reported them last">
      <dl className="device-ui-levels">
        {names.map((name) => {
          const level = levels.get(name)
          return (
            <div key={name} className="row-spread" data-level={level?.value}>
              <dt className="any-break">{labelOf(name)}</dt>
              <dd className="line">
                {level === undefined ? (
                  <span className="muted">not reported</span>
                ) : (
                  <>
                    <b>{level.value === 1 ? 'High' : 'Low'}</b>
                    <span className="muted">
                      <Ago at={Date.parse(level.since)} absent="" />
                    </span>
                  </>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
}
