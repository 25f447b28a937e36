import { ComboBox, type PickGroup, type PickOption } from './combo-box.tsx'
import { Field } from './field.tsx'
import { CloseIcon } from './icons.tsx'

interface PickFieldProps {
  label: string
  /** Value of the selected option; undefined if none is selected. */
  value: string | undefined
  options: readonly (PickOption | PickGroup)[]
  onValue: (value: string | undefined) => void
  placeholder?: string | undefined
  hint?: React.ReactNode
  disabled?: boolean | undefined
  /** True while the options are loading; the list then shows a text about that. */
  loading?: boolean | undefined
  /** True if the field has a button that clears the selection. */
  clearable?: boolean | undefined
  /** Text shown when there are no options. */
  empty?: string | undefined
  /** Called when the list is opened, for options that are loaded only then. */
  onOpen?: (() => void) | undefined
}

/** Field with label that selects one of many options, which typing filters; `onValue` gets undefined when it is cleared. */
export function PickField({ label, hint, ...pick }: PickFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(tied) => <Pick {...pick} {...tied} />}
    </Field>
  )
}

interface PickProps extends Omit<PickFieldProps, 'label' | 'hint'> {
  'aria-label'?: string
  className?: string
  /** True if the list is open from the beginning, with the focus in the input. */
  opensAtOnce?: boolean | undefined
  /** Called when the focus leaves the input and its list, and (`isByKey`) at Escape while the list is closed. */
  onLeave?: ((isByKey: boolean) => void) | undefined
}

/** Input that selects one of many options, as in `PickField` but without label and hint. */
export function Pick({ value, onValue, loading = false, clearable = false, empty, ...rest }: PickProps) {
  return (
    <ComboBox
      {...rest}
      value={value ?? null}
      empty={loading ? 'Reading…' : (empty ?? 'Nothing has this name')}
      onValue={onValue}
      after={
        clearable && value !== undefined && rest.disabled !== true ? (
          <button type="button" className="pick-clear" aria-label="Clear" onClick={() => onValue(undefined)}>
            <CloseIcon />
          </button>
        ) : undefined
      }
    />
  )
}
