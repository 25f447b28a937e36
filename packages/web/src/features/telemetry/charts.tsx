import './telemetry.css'
import { useMemo } from 'react'
import type { ChartLine, LineName } from '../../charts/chart-line.ts'
import { useChoiceInAddress } from '../../lib/use-in-address.ts'
import { useScope, useSetScope } from '../../scope/scope.ts'
import { Choice } from '../../ui/choice.tsx'
import { type ChartChoices, ChartOptions } from './chart-options.tsx'
import { ChartPanel } from './chart-panel.tsx'
import type { ChartsProps } from './charts-props.ts'
import { lineSetupOf, linesOf } from './lines.ts'

function useChoices(): [ChartChoices, (change: Partial<ChartChoices>) => void] {
  const scope = useScope()
  const setScope = useSetScope()
  const [charts, setCharts] = useChoiceInAddress('charts', ['apart', 'combined'])
  const change = ({ combined, ...ofScope }: Partial<ChartChoices>): void => {
    if (Object.keys(ofScope).length > 0) setScope(ofScope)
    if (combined !== undefined) setCharts(combined ? 'combined' : 'apart')
  }
  return [{ ...scope, combined: charts === 'combined' }, change]
}

const HEIGHT: Readonly<Record<LineName, number>> = { 'cycle-time': 200, temperature: 140, analog: 140 }
const KINDS = [
  { name: 'line', words: 'Line' },
  { name: 'scatter', words: 'Scatter' },
] as const
const COMBINED_HEIGHT = 260
const EMPTY: Readonly<Record<LineName, string>> = {
  'cycle-time': 'No cycle with a cycle time in this period.',
  temperature: 'No temperature was sent in this time.',
  analog: 'No analog value was sent in this time.',
}

/**
 * Charts of a machine's measurements over the period: cycle time, temperature, and the analog input if it has values, separate or
 * combined. Their options are kept in the address and, except for `combined`, for later visits.
 */
export function Charts(props: ChartsProps) {
  const { data, machine } = props
  const [choices, change] = useChoices()
  const { analogUnit, longestCycleS } = lineSetupOf(machine)
  const lines = useMemo(() => linesOf(data ?? {}, { analogUnit, longestCycleS }), [data, analogUnit, longestCycleS])
  const shared = {
    ...props,
    kind: choices.chartType,
    deviations: choices.cycleDataYAxisStdDevs,
    left: {
      ...(choices.ignoreStartupCycles && { ignoreStartupCycles: true as const }),
      ...(choices.ignoreOutlierCycles && { ignoreOutlierCycles: true as const }),
    },
  }
  const controls = (
    <>
      <Choice
        label="Chart type"
        chosen={choices.chartType}
        options={KINDS}
        onChoose={(chartType) => change({ chartType })}
      />
      <ChartOptions choices={choices} onChange={change} />
    </>
  )
  return (
    <>
      {choices.combined ? (
        <ChartPanel
          {...shared}
          lines={lines}
          height={COMBINED_HEIGHT}
          empty="Nothing was measured in this time."
          aside={controls}
        />
      ) : (
        lines.map((line, i) => <OneChart key={line.name} {...shared} line={line} aside={i === 0 && controls} />)
      )}
    </>
  )
}

function OneChart({
  line,
  ...rest
}: Omit<Parameters<typeof ChartPanel>[0], 'lines' | 'height' | 'empty'> & { line: ChartLine }) {
  const lines = useMemo(() => [line], [line])
  return <ChartPanel {...rest} lines={lines} height={HEIGHT[line.name]} empty={EMPTY[line.name]} />
}
