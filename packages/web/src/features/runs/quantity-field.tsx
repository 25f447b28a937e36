import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { numberOf } from './entry.ts'

interface QuantityFieldProps {
  label: string
  /** Number in the field at first; null: blank. */
  value: number | null
  /** Smallest value; a smaller one is raised to it when the field loses focus. */
  least: number
  step: number
  hint?: React.ReactNode
  disabled?: boolean
  /** True: the field has the focus at first. */
  autoFocus?: boolean
  /** True: decimals are cut off when the field loses focus. */
  whole?: boolean
  onValue: (value: number | null) => void
}

/**
 * Field for a number. `onValue` gets the number while it is typed, and null for a blank text, no number or a number below 0. When
 * the field loses focus, a value below `least` is raised to it, and with `whole` decimals are cut off; a number below 0 stays,
 * marked as wrong.
 */
export function QuantityField({ value, least, step, whole = false, onValue, ...field }: QuantityFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value))
  const isNegative = Number(text) < 0
  const settle = (): void => {
    if (isNegative) return
    const typed = numberOf(text)
    const settled = typed === null ? null : Math.max(least, whole ? Math.trunc(typed) : typed)
    setText(settled === null ? '' : String(settled))
    onValue(settled)
  }
  return (
    <TextField
      {...field}
      error={isNegative ? 'Enter a number of 0 or more' : undefined}
      type="number"
      inputMode={whole ? 'numeric' : 'decimal'}
      min={least}
      step={step > 0 ? step : 1}
      value={text}
      autoComplete="off"
      onValue={(typed) => {
        setText(typed)
        onValue(numberOf(typed))
      }}
      onBlur={settle}
    />
  )
}
