import { TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Faults, MachineDraft } from './machine-draft.ts'

interface MachineSettingsProps {
  draft: MachineDraft
  faults: Faults
  disabled: boolean
  /** True for admins; others do not see amounts of money. */
  seesMoney: boolean
  onChange: (part: Partial<MachineDraft>) => void
}

type Amount = 'revenue' | 'parts' | 'cycleS' | 'thresholdMin'
type Switched = 'tracked' | 'shortCounted' | 'excluded' | 'capped'

const switches: readonly [Switched, string, string][] = [
  ['tracked', 'Track excessive downtime', 'Reports, displays and alarms show stops that reach the threshold.'],
  [
    'shortCounted',
    'Count downtime below the threshold as running',
    'Stops that are not excessive do not lower utilization.',
  ],
  ['capped', 'Cap utilization by schedule', 'Running outside scheduled time does not count.'],
  ['excluded', 'Exclude from utilization', 'Units above leave this equipment out of their sums.'],
]

/** Fields for the settings that the figures of a machine depend on. */
export function MachineSettings({ draft, faults, disabled, seesMoney, onChange }: MachineSettingsProps) {
  const amount = (name: Amount, label: string, hint?: string) => (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      step="any"
      min={0}
      value={draft[name]}
      error={faults[name]}
      hint={hint}
      disabled={disabled}
      onValue={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <>
      {seesMoney && (
        <div className="form-pair">
          {amount('revenue', 'Hourly revenue')}
          {amount('parts', 'Hourly parts')}
        </div>
      )}
      {amount('cycleS', 'Maximum cycle time, seconds', 'Blank: computed from the last 100 cycles.')}
      {amount('thresholdMin', 'Excessive downtime threshold, minutes')}
      <div className="tree-switches">
        {switches.map(([name, words, means]) => (
          <Switch
            key={name}
            label={words}
            checked={draft[name]}
            disabled={disabled}
            onChange={(checked) => onChange({ [name]: checked })}
          >
            <span>
              {words}
              <span className="tree-means">{means}</span>
            </span>
          </Switch>
        ))}
      </div>
    </>
  )
}
