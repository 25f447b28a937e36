import './pick-field.css'
import { Select } from 'antd'
import { Field } from './field.tsx'

export interface PickOption {
  readonly value: string
  readonly label: string
}

/** Options under the name of what they belong to. */
export interface PickGroup {
  readonly label: string
  readonly options: readonly PickOption[]
}

interface PickFieldProps {
  label: string
  /** Undefined: nothing is chosen. */
  value: string | undefined
  options: readonly (PickOption | PickGroup)[]
  onValue: (value: string | undefined) => void
  placeholder?: string | undefined
  hint?: React.ReactNode
  disabled?: boolean | undefined
  /** The options are being read. */
  loading?: boolean | undefined
  /** Nothing may be chosen again. */
  clearable?: boolean | undefined
  /** What is said where there are no options. */
  empty?: string | undefined
  /** Opened for the first time, say: options that are read only then. */
  onOpen?: (() => void) | undefined
}

/** A choice among many: typing narrows the list down, of which only what is in sight is drawn. */
export function PickField({
  label,
  hint,
  onValue,
  onOpen,
  clearable = false,
  empty,
  loading,
  ...pick
}: PickFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(tied) => (
        <Select
          {...pick}
          {...tied}
          className="pick"
          classNames={{ popup: { root: 'pick-list' } }}
          loading={loading ?? false}
          allowClear={clearable}
          showSearch={{ optionFilterProp: 'label' }}
          options={pick.options as PickOption[]}
          notFoundContent={
            <span className="pick-none">{loading ? 'Reading…' : (empty ?? 'Nothing is called so')}</span>
          }
          onChange={(value: string | undefined) => onValue(value)}
          onOpenChange={(open: boolean) => open && onOpen?.()}
        />
      )}
    </Field>
  )
}
