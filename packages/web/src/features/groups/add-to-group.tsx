import { useState } from 'react'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { addToGroup, type Candidate, type Group, useGroupChange } from './queries.ts'
import { nameOf } from './words.ts'

/** Adds one of the other members to a group. */
export function AddToGroup({ group, people }: { group: Group; people: readonly Candidate[] }) {
  const [chosen, setChosen] = useState('')
  const adding = useGroupChange({
    act: (userId: number) => addToGroup(group.id, userId),
    done: 'Member added to group',
    failed: 'Error adding member',
    onDone: () => setChosen(''),
  })
  const isIn = new Set(group.RosterUsers.map((place) => place.user_id))
  const others = people.filter((person) => !isIn.has(person.id))
  if (people.length > 0 && others.length === 0)
    return <p className="group-nobody">Everybody of the company is in this group.</p>
  const options = others.map((person) => ({
    value: String(person.id),
    text: person.username === undefined ? nameOf(person) : `${nameOf(person)} (${person.username})`,
  }))
  return (
    <Form
      className="group-add"
      aria-label={`Add to ${group.name}`}
      onSubmit={() => {
        if (chosen !== '') adding.mutate(Number(chosen))
      }}
    >
      <SelectField
        label={`Add a member to ${group.name}`}
        value={chosen}
        options={[{ value: '', text: 'Choose a member' }, ...options]}
        onValue={setChosen}
      />
      <Submit missing={chosen === '' ? 'Choose a member first' : undefined} busy={adding.isPending}>
        Add
      </Submit>
    </Form>
  )
}
