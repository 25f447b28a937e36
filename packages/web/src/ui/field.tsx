import './forms.css'
import { useId } from 'react'

interface Around {
  label: string
  /** What is wrong with what stands there. */
  error?: string | undefined
  hint?: React.ReactNode
}

/** What a control needs to be named and described by what stands around it. */
interface Tied {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label, the control under it, and what is to be said about it. */
export function Field({ label, error, hint, children }: Around & { children: (tied: Tied) => React.ReactNode }) {
  const id = useId()
  const said = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': said === undefined ? undefined : `${id}-said`,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {said !== undefined && (
        <span id={`${id}-said`} className={error === undefined ? 'field-hint' : 'field-error'}>
          {said}
        </span>
      )}
    </div>
  )
}

interface TextFieldProps extends Around, Omit<React.ComponentProps<'input'>, 'value' | 'onChange' | 'id'> {
  value: string
  onValue?: (value: string) => void
}

export function TextField({ label, error, hint, value, onValue, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(tied) => <input {...input} {...tied} value={value} onChange={(event) => onValue?.(event.target.value)} />}
    </Field>
  )
}

interface SelectFieldProps extends Around, Omit<React.ComponentProps<'select'>, 'value' | 'onChange' | 'id'> {
  value: string
  options: readonly { readonly value: string; readonly text: string }[]
  onValue: (value: string) => void
}

export function SelectField({ label, error, hint, value, options, onValue, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(tied) => (
        <select {...select} {...tied} value={value} onChange={(event) => onValue(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
