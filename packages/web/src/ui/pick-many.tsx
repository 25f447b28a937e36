import { useState } from 'react'
import { ComboBox, type PickGroup, type PickOption } from './combo-box.tsx'
import { Field } from './field.tsx'
import { CloseIcon } from './icons.tsx'

interface PickManyProps {
  label: string
  hint: React.ReactNode
  chosen: readonly PickOption[]
  /** Options that are not selected yet. */
  options: readonly (PickOption | PickGroup)[]
  onAdd: (value: string) => void
  onRemove: (value: string) => void
  placeholder: string
  /** Text shown when there are no options. */
  empty: React.ReactNode
  disabled?: boolean
  /** Called with the text that was typed, for options that depend on it. */
  onTyped?: (typed: string) => void
}

/**
 * Field that selects several options, one after the other; each selected one has a button that removes it. Backspace in the empty
 * input removes the last.
 */
export function PickMany({ label, hint, chosen, onAdd, onRemove, placeholder, onTyped, ...rest }: PickManyProps) {
  const [typed, setTyped] = useState('')
  const type = (text: string): void => {
    setTyped(text)
    onTyped?.(text)
  }
  return (
    <Field label={label} hint={hint}>
      {(tied) => (
        <ComboBox
          {...rest}
          {...tied}
          value={null}
          typed={typed}
          onTyped={type}
          placeholder={chosen.length === 0 ? placeholder : undefined}
          onValue={(value) => {
            onAdd(value)
            type('')
          }}
          onKeyDown={({ key }) => {
            const last = chosen.at(-1)
            if (key === 'Backspace' && typed === '' && last !== undefined) onRemove(last.value)
          }}
          before={chosen.map(({ value, label: words }) => (
            <span key={value} className="any-break inline flush pick-chosen">
              {words}
              <button type="button" aria-label={`Remove ${words}`} onClick={() => onRemove(value)}>
                <CloseIcon />
              </button>
            </span>
          ))}
        />
      )}
    </Field>
  )
}
