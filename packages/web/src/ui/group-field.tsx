import { useId } from 'react'
import { TextField } from './field.tsx'

interface GroupFieldProps extends Omit<React.ComponentProps<typeof TextField>, 'label' | 'list'> {
  /** Names of the groups that exist, as suggestions. */
  groups: readonly string[]
}

/** Field for the name of a group: an existing one, with suggestions, or a new one. */
export function GroupField({ groups, ...field }: GroupFieldProps) {
  const id = useId()
  return (
    <>
      <TextField label="Group" maxLength={120} autoComplete="off" list={id} {...field} />
      <datalist id={id}>
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}
