import './company.css'
import { Panel } from '../../ui/panel.tsx'
import type { CompanyFacts } from './queries.ts'

type Config = CompanyFacts['config']

const colors = { dark_grey: 'Dark grey', black: 'Black' } as const
const onOff = (isOn: boolean): string => (isOn ? 'On' : 'Off')

const flags: readonly (readonly [string, string, (config: Config) => string])[] = [
  [
    'Header colour',
    'header_color',
    ({ header_color: color }) => (color === null ? 'As the product has it' : colors[color]),
  ],
  ['Device outputs', 'device_outputs', (config) => onOff(config.device_outputs)],
  ['Operator view', 'operator_view', (config) => onOff(config.operator_view)],
  ['Favourite reasons', 'favorites', (config) => onOff(config.favorites)],
  ['Scrap at the end of a run', 'scrap_enabled', (config) => onOff(config.scrap_enabled)],
]

/** Panel that lists the header colour and the optional features of the company as on or off; read only. */
export function FlagsPanel({ config }: { config: Config }) {
  return (
    <Panel title="Switched on for this company" note="Read only">
      <dl className="stack snug spaced flags">
        {flags.map(([words, name, format]) => (
          <div key={name}>
            <dt className="muted">{words}</dt>
            <dd>{format(config)}</dd>
          </div>
        ))}
      </dl>
      <p className="second">Whoever operates this installation switches these. Ask them for a change.</p>
    </Panel>
  )
}
