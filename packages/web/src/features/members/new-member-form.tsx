import type { PasswordPolicy } from '@millwatch/domain/identity'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { type Complaints, complaintsAbout, type Field, fieldRefused, nobody } from './new-member.ts'
import { addMember, membersQuery } from './queries.ts'

const fields = [
  { name: 'username', label: 'Email', type: 'email', autoComplete: 'off', maxLength: 254 },
  { name: 'first_name', label: 'First name', type: 'text', autoComplete: 'off', maxLength: 120 },
  { name: 'last_name', label: 'Last name', type: 'text', autoComplete: 'off', maxLength: 120 },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password', maxLength: 128 },
  { name: 'confirmation', label: 'Confirm password', type: 'password', autoComplete: 'new-password', maxLength: 128 },
] as const

/** Holds the form of a new member. Fields are validated when they lose focus, and all of them when the form is sent. */
function useEntry(policy: PasswordPolicy) {
  const [wanted, setWanted] = useState(nobody)
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const [refused, setRefused] = useState<Complaints>({})
  const complaints = complaintsAbout(wanted, policy)
  return {
    wanted,
    complaints,
    errorOf: (name: Field) => refused[name] ?? (left.has(name) ? complaints[name] : undefined),
    set: (name: Field, value: string) => {
      setWanted({ ...wanted, [name]: value })
      setRefused({ ...refused, [name]: undefined })
    },
    leave: (...names: readonly Field[]) => setLeft((before) => new Set([...before, ...names])),
    refuse: setRefused,
  }
}

interface NewMemberFormProps {
  /** Password policy of the installation. */
  policy: PasswordPolicy
  onAdded: () => void
}

/** Form that adds a regular user; roles are given in the list of members afterwards. */
export function NewMemberForm({ policy, onAdded }: NewMemberFormProps) {
  const client = useQueryClient()
  const toast = useToast()
  const entry = useEntry(policy)
  const adding = useMutation({
    mutationFn: () => {
      const { confirmation: _, ...wanted } = entry.wanted
      return addMember({ ...wanted, username: wanted.username.trim() })
    },
    onSuccess: () => {
      toast.done(`User ${entry.wanted.username.trim()} created successfully`)
      void client.invalidateQueries({ queryKey: membersQuery.queryKey })
      onAdded()
    },
    onError: (error) => {
      const field = error instanceof ApiError ? fieldRefused(error.code) : undefined
      if (field === undefined) toast.failed('Error adding member', error)
      else entry.refuse({ [field]: error.message })
    },
  })
  return (
    <Form
      aria-label="Add a Team Member"
      noValidate
      onSubmit={(form) => {
        entry.leave(...fields.map((field) => field.name))
        const wrong = fields.find((field) => entry.complaints[field.name] !== undefined)
        if (wrong === undefined) adding.mutate()
        else form.querySelector<HTMLInputElement>(`[name="${wrong.name}"]`)?.focus()
      }}
    >
      {fields.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          name={name}
          value={entry.wanted[name]}
          error={entry.errorOf(name)}
          onValue={(value) => entry.set(name, value)}
          onBlur={() => entry.wanted[name] !== '' && entry.leave(name)}
        />
      ))}
      <Submit busy={adding.isPending}>Add member</Submit>
    </Form>
  )
}
