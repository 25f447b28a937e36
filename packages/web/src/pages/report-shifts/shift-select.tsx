import type { Shift } from '@millwatch/domain/shifts'
import { SelectField } from '../../ui/field.tsx'

const OPTIONS = [
  { value: '0', text: 'None' },
  { value: '1', text: 'First' },
  { value: '2', text: 'Second' },
  { value: '3', text: 'Third' },
] as const

interface ShiftSelectProps {
  /** Number of the shift; undefined if the selected shifts have different numbers. */
  value: Shift | undefined
  disabled?: boolean
  onValue: (shift: Shift) => void
}

/** Choice of the number of a shift. */
export function ShiftSelect({ value, disabled, onValue }: ShiftSelectProps) {
  const different = { value: '', text: disabled === true ? '—' : 'Each its own' }
  return (
    <SelectField
      label="Shift"
      value={value === undefined ? '' : String(value)}
      options={value === undefined ? [different, ...OPTIONS] : OPTIONS}
      disabled={disabled}
      onValue={(text) => text !== '' && onValue(Number(text) as Shift)}
    />
  )
}
