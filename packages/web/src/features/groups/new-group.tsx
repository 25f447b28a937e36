import './groups.css'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { createGroup, useGroupChange } from './queries.ts'
import { notCreated } from './words.ts'

/** Form that creates a group by its name; Enter submits it. */
export function NewGroup() {
  const [name, setName] = useState('')
  const creating = useGroupChange({
    act: createGroup,
    done: 'New group created',
    failed: notCreated,
    onDone: () => setName(''),
  })
  const isBlank = name.trim() === ''
  return (
    <Form
      className="group-new"
      aria-label="New group"
      onSubmit={() => {
        if (!isBlank && !creating.isPending) creating.mutate(name)
      }}
    >
      <TextField label="Group name" value={name} maxLength={120} autoComplete="off" onValue={setName} />
      <Submit missing={isBlank ? 'Type a name first' : undefined} busy={creating.isPending}>
        Create group
      </Submit>
    </Form>
  )
}
