import { updateRoster } from '@millwatch/contract/http/groups'
import { call } from '../../lib/api.ts'
import { missingName, RenameForm } from '../../ui/form/rename-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type Group, groupsQuery } from './queries.ts'

/** Form that renames a group; `onClose` is called after saving and on cancel. */
export function GroupName({ group, onClose }: { group: Group; onClose: () => void }) {
  const entry = useForm({
    stored: { name: group.name },
    missing: missingName,
    work: (body) => call(updateRoster, { params: { id: group.id }, body }),
    done: 'Group updated',
    failed: 'Error updating group',
    changes: [groupsQuery.queryKey],
    onDone: onClose,
  })
  return (
    <RenameForm name={group.name} label="Group name" className="line group-rename" entry={entry} onClose={onClose} />
  )
}
