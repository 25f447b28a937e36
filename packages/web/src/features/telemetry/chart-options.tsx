import './telemetry.css'
import { type Scope, type StdDevs, stdDevChoices } from '@millwatch/domain/scope'
import { useEffect, useId, useRef, useState } from 'react'
import { Switch } from '../../ui/switch.tsx'

export type ChartChoices = Pick<
  Scope,
  'showSplitUtilChart' | 'chartType' | 'cycleDataYAxisStdDevs' | 'ignoreStartupCycles' | 'ignoreOutlierCycles'
> & { combined: boolean }

interface ChartOptionsProps {
  choices: ChartChoices
  onChange: (change: Partial<ChartChoices>) => void
}

export const deviationWords = (deviations: number | null): string =>
  deviations === null ? 'All values' : `${deviations} σ`

/**
 * Button that opens the options of the charts, with the range of the value axis as its text. `onChange` gets each change at once;
 * a press elsewhere or Escape closes the options.
 */
export function ChartOptions({ choices, onChange }: ChartOptionsProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('pointerdown', onPress)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', onPress)
      removeEventListener('keydown', onKey)
    }
  }, [isOpen])
  return (
    <span ref={box} className="anchor">
      <button
        ref={button}
        type="button"
        className="muted box inline one-line chip"
        aria-label={`Chart options, axis ${deviationWords(choices.cycleDataYAxisStdDevs)}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {deviationWords(choices.cycleDataYAxisStdDevs)} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && <Options id={id} choices={choices} onChange={onChange} />}
    </span>
  )
}

function Options({ id, choices, onChange }: ChartOptionsProps & { id: string }) {
  return (
    <section id={id} className="float stack near chart-options-box" aria-label="Chart options">
      <fieldset className="stack chart-options-group">
        <legend>Chart type</legend>
        {(['line', 'scatter'] as const).map((type) => (
          <Choice
            key={type}
            name={`${id}-type`}
            words={type === 'line' ? 'Line' : 'Scatter'}
            checked={choices.chartType === type}
            onChoose={() => onChange({ chartType: type })}
          />
        ))}
      </fieldset>
      <fieldset className="stack chart-options-group">
        <legend>Y-axis scale</legend>
        {scales.map((deviations) => (
          <Choice
            key={deviations ?? 0}
            name={`${id}-scale`}
            words={deviations === null ? 'None' : `± ${deviations} σ`}
            checked={choices.cycleDataYAxisStdDevs === deviations}
            onChoose={() => onChange({ cycleDataYAxisStdDevs: deviations })}
          />
        ))}
      </fieldset>
      {switches.map(([name, words]) => (
        <Switch key={name} label={words} checked={choices[name]} onChange={(checked) => onChange({ [name]: checked })}>
          {words}
        </Switch>
      ))}
    </section>
  )
}

const scales: readonly (StdDevs | null)[] = [null, ...stdDevChoices]

const switches = [
  ['combined', 'Combine data charts'],
  ['showSplitUtilChart', 'Show split utilization chart'],
  ['ignoreStartupCycles', 'Ignore startup cycles'],
  ['ignoreOutlierCycles', 'Ignore outlier cycles'],
] as const

interface ChoiceProps {
  name: string
  words: string
  checked: boolean
  onChoose: () => void
}

function Choice({ name, words, checked, onChoose }: ChoiceProps) {
  return (
    <label className="line check">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      {words}
    </label>
  )
}
