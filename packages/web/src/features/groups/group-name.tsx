import { updateRoster } from '@millwatch/contract/http/groups'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type Group, groupsQuery } from './queries.ts'

/** Form that renames a group: Enter saves, Escape cancels; an unchanged name only calls `onClose`. */
export function GroupName({ group, onClose }: { group: Group; onClose: () => void }) {
  const { draft, change, isChanged, form } = useForm({
    stored: { name: group.name },
    missing: ({ name }) => (name.trim() === '' ? 'Name cannot be blank' : undefined),
    work: (body) => call(updateRoster, { params: { id: group.id }, body }),
    done: 'Group updated',
    failed: 'Error updating group',
    changes: [groupsQuery.queryKey],
    onDone: onClose,
  })
  return (
    <Form
      className="line group-rename"
      aria-label={`Rename ${group.name}`}
      {...form}
      onSubmit={isChanged ? form.onSubmit : onClose}
    >
      <input
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
