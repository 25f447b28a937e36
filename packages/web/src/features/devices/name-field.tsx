import { deviceSettings } from '@millwatch/domain/devices'
import { TextField } from '../../ui/field.tsx'

const { label, maximum } = deviceSettings.name

/** Field for the name of a device; it may stay blank, and then the UUID identifies the device. */
export const NameField = ({ value, onValue }: { value: string; onValue: (name: string) => void }) => (
  <TextField
    label={label}
    value={value}
    onValue={onValue}
    maxLength={maximum}
    autoComplete="off"
    hint="Blank: it is known by its UUID"
  />
)
