import './groups.css'
import { createRoster } from '@millwatch/contract/http/groups'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { groupsQuery } from './queries.ts'
import { notCreated } from './words.ts'

/** Form that creates a group with the typed name. */
export function NewGroup() {
  const { bind, form } = useForm({
    stored: { name: '' },
    missing: ({ name }) => (name.trim() === '' ? 'Type a name first' : undefined),
    work: (body) => call(createRoster, { body }),
    done: 'New group created',
    failed: notCreated,
    changes: [groupsQuery.queryKey],
  })
  return (
    <Form className="wrap field-row" aria-label="New group" {...form}>
      <TextField label="Group name" maxLength={120} autoComplete="off" {...bind('name')} />
      <Submit>Create group</Submit>
    </Form>
  )
}
