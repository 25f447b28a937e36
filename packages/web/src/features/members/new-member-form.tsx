import { createUser } from '@millwatch/contract/http/members'
import type { PasswordPolicy } from '@millwatch/domain/identity'
import { call } from '../../lib/api.ts'
import { RadioField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { complaintsAbout, fieldOfCode, type NewMember, nobody } from './new-member.ts'
import { membersQuery } from './queries.ts'

const fields = [
  { name: 'username', label: 'Email', type: 'email', autoComplete: 'off', maxLength: 254 },
  { name: 'first_name', label: 'First name', type: 'text', autoComplete: 'off', maxLength: 120 },
  { name: 'last_name', label: 'Last name', type: 'text', autoComplete: 'off', maxLength: 120 },
] as const
const passwordFields = [
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password', maxLength: 128 },
  { name: 'confirmation', label: 'Confirm password', type: 'password', autoComplete: 'new-password', maxLength: 128 },
] as const

const invited: NewMember = { ...nobody, way: 'mail' }
const ways = [
  { value: 'mail', text: 'Invite by mail: they choose their own password' },
  { value: 'first', text: 'Set a first password, and tell them' },
] as const

interface NewMemberFormProps {
  /** True if the installation sends mail, so that a person can be invited by mail. */
  canMail: boolean
  /** Password policy of the installation. */
  policy: PasswordPolicy
  onAdded: () => void
}

/**
 * Form that adds a person as a regular user of the company, with a mailed invitation if `canMail` is true and that is chosen,
 * else with a first password. `onAdded` is called after success.
 */
export function NewMemberForm({ canMail, policy, onAdded }: NewMemberFormProps) {
  const { draft, change, bind, form } = useForm({
    stored: canMail ? invited : nobody,
    faults: (member) => complaintsAbout(member, policy),
    showsFaultsLate: true,
    work: ({ way, username, first_name, last_name, password }) => {
      const person = { username: username.trim(), first_name, last_name }
      return call(createUser, { body: way === 'mail' ? person : { ...person, password } })
    },
    done: (_, { way, username }) =>
      way === 'mail'
        ? `Invitation to ${username.trim()} is on its way`
        : `User ${username.trim()} created successfully`,
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
      {canMail && (
        <fieldset className="stack snug">
          <legend className="second">Password</legend>
          <RadioField name="way" value={draft.way} options={ways} onValue={(way) => change({ way })} />
        </fieldset>
      )}
      {draft.way === 'first' &&
        passwordFields.map(({ name, ...field }) => <TextField key={name} {...field} {...bind(name)} />)}
      <Submit>{draft.way === 'mail' ? 'Send invitation' : 'Add member'}</Submit>
    </Form>
  )
}
