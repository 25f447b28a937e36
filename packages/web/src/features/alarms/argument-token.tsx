import { useId } from 'react'
import { CheckField } from '../../ui/field.tsx'
import { type Argument, type DraftValue, inSentence, isMissing } from './draft.ts'

interface ArgumentTokenProps {
  name: string
  argument: Argument
  value: DraftValue
  /** Unit shown behind the field; undefined: none. */
  unit: string | undefined
  onValue: (value: DraftValue) => void
  onFocus: () => void
}

/**
 * Field for an argument of an alarm type as a part of the sentence: a checkbox, list, number, line or text area, as its `type`
 * says. It is marked while a required value is missing.
 */
export function ArgumentToken({ name, argument, value, unit, onValue, onFocus }: ArgumentTokenProps) {
  const id = useId()
  const { type, label, placeholder, description } = argument
  if (type === 'checkbox')
    return (
      <CheckField value={value === true} aria-description={description} onValue={onValue} onFocus={onFocus}>
        {inSentence(label)}
      </CheckField>
    )
  const field = {
    id,
    name,
    className: isMissing(argument, value) ? 'well alarm-token alarm-missing' : 'well alarm-token',
    value: String(value),
    'aria-label': label,
    'aria-description': description,
    onChange: ({ target }: { target: { value: string } }) => onValue(target.value),
    onFocus,
  }
  return (
    <span className={type === 'textarea' ? 'stack near whole-line' : 'inline near'}>
      <label htmlFor={id}>{inSentence(label)}</label>
      {type === 'select' && (
        <select {...field}>
          {isMissing(argument, value) && <option value="">{placeholder}</option>}
          {argument.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {type === 'number' && (
        <input
          {...field}
          type="number"
          min={argument.min}
          max={argument.max}
          step={argument.step}
          placeholder={placeholder}
        />
      )}
      {type === 'other' && <input {...field} maxLength={argument.max_length} placeholder={placeholder} />}
      {type === 'textarea' && (
        <textarea {...field} rows={3} maxLength={argument.max_length} placeholder={placeholder} />
      )}
      {unit !== undefined && unit !== '' && <span>{unit}</span>}
    </span>
  )
}
