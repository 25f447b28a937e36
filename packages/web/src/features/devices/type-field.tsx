import { SelectField } from '../../ui/field.tsx'

export type DeviceType = 1 | 2

/** Field for the type of a device: 2 is configurable by its inputs, 1 sends its own status or cycles. */
export function TypeField({ value, onValue }: { value: DeviceType; onValue: (value: DeviceType) => void }) {
  return (
    <SelectField
      label="Type"
      value={String(value)}
      options={[
        { value: '2', text: '2: configurable, by its inputs' },
        { value: '1', text: '1: sends its own status or cycles' },
      ]}
      hint={value === 1 ? 'Needs no input set-up' : undefined}
      onValue={(chosen) => onValue(chosen === '1' ? 1 : 2)}
    />
  )
}
