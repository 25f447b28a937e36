import { addRosterUser } from '@millwatch/contract/http/groups'
import { call } from '../../lib/api.ts'
import { personName } from '../../lib/person-name.ts'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { type Candidate, type Group, groupsQuery } from './queries.ts'

/**
 * Form that adds to a group a member of the company who is not in it yet, and saves at once. If all are in it, it shows only a
 * note.
 */
export function AddToGroup({ group, people }: { group: Group; people: readonly Candidate[] }) {
  const { bind, form } = useForm({
    stored: { member: '' },
    missing: ({ member }) => (member === '' ? 'Choose a member first' : undefined),
    work: ({ member }) => call(addRosterUser, { params: { id: group.id }, body: { user_id: Number(member) } }),
    done: 'Member added to group',
    failed: 'Error adding member',
    changes: [groupsQuery.queryKey],
  })
  const isIn = new Set(group.RosterUsers.map((place) => place.user_id))
  const others = people.filter((person) => !isIn.has(person.id))
  if (people.length > 0 && others.length === 0)
    return <p className="muted">Everybody of the company is in this group.</p>
  const options = others.map((person) => ({
    value: String(person.id),
    text: person.username === undefined ? personName(person) : `${personName(person)} (${person.username})`,
  }))
  return (
    <Form className="wrap field-row ruled" aria-label={`Add to ${group.name}`} {...form}>
      <SelectField
        label={`Add a member to ${group.name}`}
        options={[{ value: '', text: 'Choose a member' }, ...options]}
        {...bind('member')}
      />
      <Submit>Add</Submit>
    </Form>
  )
}
