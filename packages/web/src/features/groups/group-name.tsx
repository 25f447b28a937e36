import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
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
    <Form
      className="group-rename"
      aria-label={`Rename ${group.name}`}
      onSubmit={() => {
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
      <Button
        type="submit"
        primary
        disabled={isBlank || renaming.isPending}
        title={isBlank ? 'Name cannot be blank' : undefined}
      >
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </Form>
  )
}
