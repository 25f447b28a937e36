import './api-keys.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now, toIso } from '../../lib/clock.ts'
import { dateOf } from '../../lib/zoned.ts'
import { useZone } from '../../scope/zone.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { OperationsField } from './operations-field.tsx'
import { addApiKey, apiKeysQuery } from './queries.ts'

const DAY_MS = 86_400_000
/** Lifetimes to choose from, in days; a key is valid for a year at most. */
const lives = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['180', '180 days'],
  ['365', '1 year'],
] as const

interface Entry {
  readonly name: string
  readonly days: string
  /** False: the key may read what a regular user may read. True: it may do the listed operations. */
  readonly isListed: boolean
  readonly operations: readonly string[]
}

const blank: Entry = { name: '', days: '90', isListed: false, operations: [] }

const missing = ({ name, isListed, operations }: Entry): string | undefined =>
  name.trim() === ''
    ? 'Type a name first'
    : isListed && operations.length === 0
      ? 'Choose at least one operation first'
      : undefined

interface NewKeyProps {
  offered: readonly string[]
  onMade: (name: string, key: string) => void
}

/** Form that makes an API key for a program of the company. */
export function NewKey({ offered, onMade }: NewKeyProps) {
  const client = useQueryClient()
  const toast = useToast()
  const zone = useZone()
  const [entry, setEntry] = useState(blank)
  const change = (part: Partial<Entry>) => setEntry({ ...entry, ...part })
  const endsAt = () => now() + Number(entry.days) * DAY_MS
  const adding = useMutation({
    mutationFn: () =>
      addApiKey({
        name: entry.name,
        operations: entry.isListed ? [...entry.operations] : null,
        expires_at: toIso(endsAt()),
      }),
    onSuccess: ({ api_key, key }) => {
      toast.done('API key made')
      setEntry(blank)
      onMade(api_key.name, key)
      void client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
    },
    onError: (error) => toast.failed('Error making API key', error),
  })
  return (
    <Form aria-label="New API key" onSubmit={() => adding.mutate()}>
      <TextField
        label="Name"
        value={entry.name}
        maxLength={120}
        autoComplete="off"
        hint="The program it is for"
        onValue={(name) => change({ name })}
      />
      <SelectField
        label="Expires after"
        value={entry.days}
        hint={`On ${dateOf(endsAt(), zone)}`}
        options={lives.map(([value, text]) => ({ value, text }))}
        onValue={(days) => change({ days })}
      />
      <fieldset className="key-access">
        <legend>It may</legend>
        <label className="check">
          <input type="radio" name="access" checked={!entry.isListed} onChange={() => change({ isListed: false })} />
          Read whatever a regular user may read
        </label>
        <label className="check">
          <input type="radio" name="access" checked={entry.isListed} onChange={() => change({ isListed: true })} />
          Do the operations listed, nothing else
        </label>
      </fieldset>
      {entry.isListed && (
        <OperationsField
          offered={offered}
          chosen={entry.operations}
          onChosen={(operations) => change({ operations })}
        />
      )}
      <Submit missing={missing(entry)} busy={adding.isPending}>
        Make key
      </Submit>
    </Form>
  )
}
