import { createOrgUnit } from '@millwatch/contract/http/tree'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { nameMissing, useTreeChange } from './changes.ts'
import { keyOf } from './rows.ts'
import { TreeDialog } from './tree-dialog.tsx'

interface AddUnitProps {
  parent: { readonly id: number; readonly name: string }
  onClose: () => void
}

/** Dialog that adds a unit under `parent`, and then opens the page of the new unit. */
export function AddUnit({ parent, onClose }: AddUnitProps) {
  const { bind, form } = useForm({
    ...useTreeChange(),
    stored: { name: '' },
    missing: nameMissing,
    work: async ({ name }) =>
      keyOf('o', (await call(createOrgUnit, { body: { name, parent_id: parent.id } })).orgUnit.id),
    done: 'Child org unit created',
    failed: 'Error creating org unit',
    onSettled: (isDone) => isDone && onClose(),
  })
  return (
    <TreeDialog title="Add new child organizational unit" form={form} onClose={onClose}>
      <TextField label="Parent" value={parent.name} title={parent.name} dir="auto" readOnly />
      <TextField label="Child name" dir="auto" maxLength={120} autoComplete="off" autoFocus {...bind('name')} />
    </TreeDialog>
  )
}
