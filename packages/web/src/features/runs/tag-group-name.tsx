import { updateTag } from '@millwatch/contract/http/runs-tags'
import { call } from '../../lib/api.ts'
import { missingName, RenameForm } from '../../ui/form/rename-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { tagMessages } from './tag-messages.ts'
import type { TagGroup } from './tag-rows.ts'

/** Form that renames a group of tags; `onClose` is called after saving and on cancel. */
export function TagGroupName({ group, onClose }: { group: TagGroup; onClose: () => void }) {
  const entry = useForm({
    ...tagMessages,
    stored: { name: group.name },
    missing: missingName,
    work: ({ name }) =>
      call(updateTag, { params: { id: group.tagId }, body: { groupId: group.id, groupName: name.trim() } }),
    onDone: onClose,
  })
  return (
    <RenameForm name={group.name} label="Group name" className="line tag-group-form" entry={entry} onClose={onClose} />
  )
}
