import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { addUnit, useTreeChange } from './changes.ts'
import { TreeDialog } from './tree-dialog.tsx'

interface AddUnitProps {
  parent: { readonly id: number; readonly name: string }
  onClose: () => void
}

/** Dialog that adds a unit under another, then opens its page. */
export function AddUnit({ parent, onClose }: AddUnitProps) {
  const [name, setName] = useState('')
  const adding = useTreeChange({ act: addUnit, done: 'Child org unit created', failed: 'Error creating org unit' })
  return (
    <TreeDialog
      title="Add new child organizational unit"
      submit="Save"
      missing={name.trim() === '' ? 'Type a name first' : undefined}
      busy={adding.isPending}
      done={adding.isSuccess}
      onSubmit={() => adding.mutate({ name, parentId: parent.id })}
      onClose={onClose}
    >
      <TextField label="Parent" value={parent.name} title={parent.name} dir="auto" readOnly />
      <TextField
        label="Child name"
        value={name}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        autoFocus
        onValue={setName}
      />
    </TreeDialog>
  )
}
