import { TextField } from '../../ui/field.tsx'
import { PickField, type PickGroup, type PickOption } from '../../ui/pick-field.tsx'
import type { Listed } from './machine-draft.ts'

interface ListedFieldProps {
  label: string
  value: Listed
  /** What stands there now, named before the list is read. */
  current: PickOption | undefined
  /** Undefined: not read yet. */
  options: readonly (PickOption | PickGroup)[] | undefined
  /** What a new one is asked for by. */
  newWords: string
  error: string | undefined
  disabled: boolean
  /** The list was opened, and so is being read. */
  opened: boolean
  onOpen: () => void
  onValue: (value: Listed) => void
}

/** No id is of this kind. */
const NEW = 'new'

/** One of a list that is read when it is opened, or a new one by its name. */
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
  const known = options ?? (current === undefined ? [] : [current])
  return (
    <>
      <PickField
        {...field}
        label={label}
        value={isNew ? NEW : value.id}
        options={[...known, { value: NEW, label: `${newWords}…` }]}
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
