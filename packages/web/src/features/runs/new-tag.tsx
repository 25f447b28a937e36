import { createTag } from '@millwatch/contract/http/runs-tags'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { GroupField } from '../../ui/group-field.tsx'
import { Submit } from '../../ui/submit.tsx'

/** Form that adds a tag, in a group of `groups`, in a new group, or in none. The group stays entered for the next tag. */
export function NewTag({ groups }: { groups: readonly string[] }) {
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
      <GroupField
        groups={groups}
        hint="A group of a new name is made with the tag; blank: no group"
        {...bind('group')}
      />
      <Submit>Add tag</Submit>
    </Form>
  )
}
