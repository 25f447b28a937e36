import type { PickGroup, PickOption } from '../../ui/combo-box.tsx'
import { TextField } from '../../ui/field.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import type { Listed } from './machine-draft.ts'

interface ListedFieldProps {
  label: string
  value: Listed
  /** Option for the stored value, shown before the list is loaded; undefined: no value is stored. */
  current: PickOption | undefined
  /** Options of the list; undefined: not loaded yet. */
  options: readonly (PickOption | PickGroup)[] | undefined
  /** Label of the option that adds a new entry. */
  newWords: string
  error: string | undefined
  disabled: boolean
  /** True if the list was opened, so that it is loading or loaded. */
  opened: boolean
  onOpen: () => void
  onValue: (value: Listed) => void
}

/** Value of the option that adds a new entry; ids are numbers and so never equal. */
const NEW = 'new'

/**
 * Field that selects an entry of a list, or none, or takes the name of a new entry in a second field. `onOpen` is called when the
 * list opens, to load it. Nothing is saved.
 */
export function ListedField({
  label,
  value,
  current,
  options,
  newWords,
  error,
  opened,
  onValue,
  ...field
}: ListedFieldProps) {
  const isNew = value.typed !== undefined
  const choices = options ?? (current === undefined ? [] : [current])
  return (
    <>
      <PickField
        {...field}
        label={label}
        value={isNew ? NEW : value.id}
        options={[...choices, { value: NEW, label: `${newWords}…` }]}
        placeholder="Not set"
        loading={opened && options === undefined}
        clearable
        onValue={(id) => onValue(id === NEW ? { id: undefined, typed: '' } : { id, typed: undefined })}
      />
      {isNew && (
        <TextField
          label={newWords}
          value={value.typed ?? ''}
          error={error}
          maxLength={120}
          autoComplete="off"
          autoFocus
          onValue={(typed) => onValue({ id: undefined, typed })}
        />
      )}
    </>
  )
}
