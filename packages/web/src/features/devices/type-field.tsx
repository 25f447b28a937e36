import { deviceSettings } from '@millwatch/domain/devices'
import { SelectField } from '../../ui/field.tsx'

const { label, choices } = deviceSettings.deviceTypeId

export type DeviceType = keyof typeof choices

/** Field for the type of a device: 2 is configurable by its inputs, 1 sends its own status or cycles. */
export function TypeField({ value, onValue }: { value: DeviceType; onValue: (value: DeviceType) => void }) {
  return (
    <SelectField
      label={label}
      value={String(value)}
      options={[2, 1].map((type) => ({ value: String(type), text: choices[type as DeviceType] }))}
      hint={value === 1 ? 'Needs no input set-up' : undefined}
      onValue={(chosen) => onValue(chosen === '1' ? 1 : 2)}
    />
  )
}
