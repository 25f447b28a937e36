import {
  type MachineSetting,
  type MachineSettingName,
  machineSettingNames,
  machineSettings,
} from '@millwatch/domain/tree'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Faults, MachineDraft } from './machine-draft.ts'

interface MachineSettingsProps {
  draft: MachineDraft
  faults: Faults
  disabled: boolean
  /** True if the person sees amounts of money, which only admins do. */
  seesMoney: boolean
  onChange: (part: Partial<MachineDraft>) => void
}

const settingOf = (name: MachineSettingName): MachineSetting => machineSettings[name]
const isOfMoney = (name: MachineSettingName): boolean => settingOf(name).group === 'money'
const isSwitch = (name: MachineSettingName): boolean => settingOf(name).kind === 'switch'
const isChoice = (name: MachineSettingName): boolean => settingOf(name).kind === 'choice'
const money = machineSettingNames.filter(isOfMoney)
const switches = machineSettingNames.filter(isSwitch)
const choices = machineSettingNames.filter(isChoice)
const numbers = machineSettingNames.filter((name) => !isOfMoney(name) && !isSwitch(name) && !isChoice(name))

/**
 * Fields of a machine's form for its settings, one for each entry of `machineSettings`: money (only if `seesMoney` is true),
 * numbers, switches, choices. `onChange` gets each change.
 */
export function MachineSettings({ seesMoney, ...form }: MachineSettingsProps) {
  const field = (name: MachineSettingName) => <SettingField key={name} name={name} {...form} />
  return (
    <>
      {seesMoney && <div className="stack form-pair">{money.map(field)}</div>}
      {numbers.map(field)}
      <div className="stack tree-switches">{switches.map(field)}</div>
      {choices.map(field)}
    </>
  )
}

type SettingFieldProps = Omit<MachineSettingsProps, 'seesMoney'> & { name: MachineSettingName }

function SettingField({ name, draft, faults, disabled, onChange }: SettingFieldProps) {
  const setting = settingOf(name)
  const { label, hint } = setting
  const onValue = (value: string | boolean): void => onChange({ [name]: value })
  if (setting.kind === 'switch')
    return (
      <Switch label={label} checked={draft[name] === true} disabled={disabled} onChange={onValue}>
        <span>
          {label}
          <span className="note block dense">{hint}</span>
        </span>
      </Switch>
    )
  const value = String(draft[name])
  if (setting.kind === 'choice') {
    const options = Object.entries(setting.choices).map(([choice, text]) => ({ value: choice, text }))
    const all = [{ value: '', text: setting.none }, ...options]
    return <SelectField label={label} value={value} options={all} disabled={disabled} onValue={onValue} />
  }
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      step="any"
      min={0}
      value={value}
      error={faults[name]}
      hint={hint}
      disabled={disabled}
      onValue={onValue}
    />
  )
}
