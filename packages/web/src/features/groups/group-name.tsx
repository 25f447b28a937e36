import { useState } from 'react'
import { type Group, renameGroup, useGroupChange } from './queries.ts'

/** Field that renames a group: Enter saves, Escape cancels. */
export function GroupName({ group, onClose }: { group: Group; onClose: () => void }) {
  const [name, setName] = useState(group.name)
  const renaming = useGroupChange({
    act: (wanted: string) => renameGroup(group.id, wanted),
    done: 'Group updated',
    failed: 'Error updating group',
    onDone: onClose,
  })
  const isBlank = name.trim() === ''
  return (
    <form
      className="group-rename"
      aria-label={`Rename ${group.name}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (name === group.name) onClose()
        else if (!isBlank && !renaming.isPending) renaming.mutate(name)
      }}
    >
      <input
        aria-label="Group name"
        // biome-ignore lint/a11y/noAutofocus: who pressed Rename wants to type
        autoFocus
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <button
        type="submit"
        className="button button-primary"
        disabled={isBlank || renaming.isPending}
        title={isBlank ? 'Name cannot be blank' : undefined}
      >
        Save
      </button>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
    </form>
  )
}
