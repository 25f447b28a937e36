import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { numberOf } from './entry.ts'

interface QuantityFieldProps {
  label: string
  /** null: blank. */
  value: number | null
  /** A lesser value is raised to it on leaving the field. */
  least: number
  step: number
  hint?: React.ReactNode
  disabled?: boolean
  /** Whole numbers only. */
  whole?: boolean
  onValue: (value: number | null) => void
}

/** A number that is typed; nothing is corrected while somebody types, only when they leave. */
export function QuantityField({ value, least, step, whole = false, onValue, ...field }: QuantityFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value))
  const settle = (): void => {
    const typed = numberOf(text)
    const settled = typed === null ? null : Math.max(least, whole ? Math.trunc(typed) : typed)
    setText(settled === null ? '' : String(settled))
    onValue(settled)
  }
  return (
    <TextField
      {...field}
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
