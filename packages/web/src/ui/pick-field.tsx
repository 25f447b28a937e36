import './pick-field.css'
import { Select } from 'antd'
import { Field } from './field.tsx'

export interface PickOption {
  readonly value: string
  readonly label: string
}

/** Options with the name of their group. */
export interface PickGroup {
  readonly label: string
  readonly options: readonly PickOption[]
}

interface PickFieldProps {
  label: string
  /** Undefined: nothing is selected. */
  value: string | undefined
  options: readonly (PickOption | PickGroup)[]
  onValue: (value: string | undefined) => void
  placeholder?: string | undefined
  hint?: React.ReactNode
  disabled?: boolean | undefined
  /** True while the options are loading. */
  loading?: boolean | undefined
  /** True when the selection can be cleared. */
  clearable?: boolean | undefined
  /** Text shown when there are no options. */
  empty?: string | undefined
  /** Called when the list is opened, for options that are loaded only then. */
  onOpen?: (() => void) | undefined
}

/** Field that selects one of many options; typing filters the list, and only options in view are rendered. */
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
