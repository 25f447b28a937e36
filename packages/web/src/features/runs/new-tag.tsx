import { createTag } from '@millwatch/contract/http/runs-tags'
import { useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'

/** Form that adds a tag, into a group that exists (`groups`) or a new one; Enter submits. The group stays for the next tag. */
export function NewTag({ groups }: { groups: readonly string[] }) {
  const id = useId()
  const [lastGroup, setLastGroup] = useState('')
  const { bind, form } = useForm({
    stored: { name: '', group: lastGroup },
    missing: ({ name }) => (name.trim() === '' ? 'Type a name first' : undefined),
    work: ({ name, group }) =>
      call(createTag, { body: { name: name.trim(), groupName: group.trim() === '' ? null : group.trim() } }),
    done: 'New tag added successfully',
    failed: 'Error adding new tag',
    changes: [['tags']],
    onDone: (_, { group }) => setLastGroup(group),
  })
  return (
    <Form aria-label="New tag" {...form}>
      <TextField label="Name" maxLength={120} autoComplete="off" {...bind('name')} />
      <TextField
        label="Group"
        maxLength={120}
        autoComplete="off"
        list={id}
        hint="A group of a new name is made with the tag; blank: no group"
        {...bind('group')}
      />
      <GroupNames id={id} groups={groups} />
      <Submit>Add tag</Submit>
    </Form>
  )
}

/** Suggestions of an input whose `list` is `id`: the groups that exist. */
export const GroupNames = ({ id, groups }: { id: string; groups: readonly string[] }) => (
  <datalist id={id}>
    {groups.map((group) => (
      <option key={group} value={group} />
    ))}
  </datalist>
)
