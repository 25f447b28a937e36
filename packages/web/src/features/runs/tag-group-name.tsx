import { updateTag } from '@millwatch/contract/http/runs-tags'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { tagMessages } from './tag-messages.ts'
import type { TagGroup } from './tag-rows.ts'

/** Form that renames a group of tags: Enter saves, Escape cancels; an unchanged name only calls `onClose`. */
export function TagGroupName({ group, onClose }: { group: TagGroup; onClose: () => void }) {
  const { draft, change, isChanged, form } = useForm({
    ...tagMessages,
    stored: { name: group.name },
    missing: ({ name }) => (name.trim() === '' ? 'Name cannot be blank' : undefined),
    work: ({ name }) =>
      call(updateTag, { params: { id: group.tagId }, body: { groupId: group.id, groupName: name.trim() } }),
    onDone: onClose,
  })
  return (
    <Form
      className="line tag-group-form"
      aria-label={`Rename ${group.name}`}
      {...form}
      onSubmit={isChanged ? form.onSubmit : onClose}
    >
      <input
        className="well"
        aria-label="Group name"
        // biome-ignore lint/a11y/noAutofocus: who pressed Rename wants to type
        autoFocus
        maxLength={120}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button type="submit" primary disabled={form.missing !== undefined || form.busy} title={form.missing}>
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </Form>
  )
}
