import './forms.css'
import { useId } from 'react'

interface Around {
  label: string
  /** Error of the value. */
  error?: string | undefined
  hint?: React.ReactNode
}

/** Attributes that connect a control to its label and description. */
interface Tied {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Returns the id of the label that belongs to the control with the id `id`. */
export const labelOf = (id: string): string => `${id}-label`

/** Label of a control, the control, and its hint or error below. `children` gets the attributes that connect them. */
export function Field({ label, error, hint, children }: Around & { children: (tied: Tied) => React.ReactNode }) {
  const id = useId()
  const description = error ?? hint
  return (
    <div className="second stack field">
      <label id={labelOf(id)} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': description === undefined ? undefined : `${id}-said`,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {description !== undefined && (
        <span id={`${id}-said`} className={error === undefined ? 'muted small dense' : 'small alert dense field-error'}>
          {description}
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
  options: readonly (Option | OptionGroup)[]
  onValue: (value: string) => void
}

interface Option {
  readonly value: string
  readonly text: string
}

interface OptionGroup {
  readonly group: string
  readonly options: readonly Option[]
}

const drawn = (option: Option | OptionGroup): React.ReactNode =>
  'group' in option ? (
    <optgroup key={option.group} label={option.group}>
      {option.options.map(drawn)}
    </optgroup>
  ) : (
    <option key={option.value} value={option.value}>
      {option.text}
    </option>
  )

export function SelectField({ label, error, hint, value, options, onValue, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(tied) => (
        <select {...select} {...tied} value={value} onChange={(event) => onValue(event.target.value)}>
          {options.map(drawn)}
        </select>
      )}
    </Field>
  )
}

interface CheckFieldProps extends Omit<React.ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'type'> {
  value: boolean
  onValue: (value: boolean) => void
  error?: string | undefined
}

/** Check box with its label behind it, and its error. */
export function CheckField({ value, onValue, error, children, ...input }: CheckFieldProps) {
  return (
    <label className="inline check">
      <input {...input} type="checkbox" checked={value} onChange={(event) => onValue(event.target.checked)} />
      {children}
      {error !== undefined && <span className="small alert dense field-error">{error}</span>}
    </label>
  )
}

interface RadioFieldProps<Value extends string> {
  name: string
  value: Value
  options: readonly { readonly value: Value; readonly text: string }[]
  onValue: (value: Value) => void
}

/** Radio buttons for the options, of which that with `value` is selected. A change calls `onValue`. */
export function RadioField<Value extends string>({ name, value, options, onValue }: RadioFieldProps<Value>) {
  return options.map((option) => (
    <label key={option.value} className="inline check">
      <input type="radio" name={name} checked={value === option.value} onChange={() => onValue(option.value)} />
      {option.text}
    </label>
  ))
}
