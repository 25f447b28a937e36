import { createUser } from '@millwatch/contract/http/members'
import type { PasswordPolicy } from '@millwatch/domain/identity'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { complaintsAbout, fieldOfCode, nobody } from './new-member.ts'
import { membersQuery } from './queries.ts'

const fields = [
  { name: 'username', label: 'Email', type: 'email', autoComplete: 'off', maxLength: 254 },
  { name: 'first_name', label: 'First name', type: 'text', autoComplete: 'off', maxLength: 120 },
  { name: 'last_name', label: 'Last name', type: 'text', autoComplete: 'off', maxLength: 120 },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password', maxLength: 128 },
  { name: 'confirmation', label: 'Confirm password', type: 'password', autoComplete: 'new-password', maxLength: 128 },
] as const

interface NewMemberFormProps {
  /** Password policy of the installation. */
  policy: PasswordPolicy
  onAdded: () => void
}

/** Form that adds a person as a regular user of the company; `onAdded` is called after success. */
export function NewMemberForm({ policy, onAdded }: NewMemberFormProps) {
  const { bind, form } = useForm({
    stored: nobody,
    faults: (member) => complaintsAbout(member, policy),
    showsFaultsLate: true,
    work: ({ confirmation: _, username, ...member }) =>
      call(createUser, { body: { ...member, username: username.trim() } }),
    done: (_, { username }) => `User ${username.trim()} created successfully`,
    failed: 'Error adding member',
    fields: fieldOfCode,
    changes: [membersQuery.queryKey],
    onDone: onAdded,
  })
  return (
    <Form aria-label="Add a Team Member" noValidate {...form}>
      {fields.map(({ name, ...field }) => (
        <TextField key={name} {...field} {...bind(name)} />
      ))}
      <Submit>Add member</Submit>
    </Form>
  )
}
