import { DAY_MS } from '@millwatch/domain/time'
import './api-keys.css'
import { createApiKey } from '@millwatch/contract/http/api-keys'
import { call } from '../../lib/api.ts'
import { now, toIso } from '../../lib/clock.ts'
import { dateOf } from '../../lib/dates.ts'
import { useZone } from '../../scope/zone.ts'
import { RadioField, SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { OperationsField } from './operations-field.tsx'
import { apiKeysQuery } from './queries.ts'

/** Lifetimes of a key that can be chosen, in days, with their words; a key is valid for a year at most. */
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
  /** Rights of the key. `read`: all that a regular user may read; `listed`: only the operations in `operations`. */
  readonly access: 'read' | 'listed'
  readonly operations: readonly string[]
}

const blank: Entry = { name: '', days: '90', access: 'read', operations: [] }
const accesses = [
  { value: 'read', text: 'Read all that a regular user may read' },
  { value: 'listed', text: 'Do only the listed operations' },
] as const

const missing = ({ name, access, operations }: Entry): string | undefined =>
  name.trim() === ''
    ? 'Type a name first'
    : access === 'listed' && operations.length === 0
      ? 'Choose at least one operation first'
      : undefined

const endOf = ({ days }: Entry): number => now() + Number(days) * DAY_MS

interface NewKeyProps {
  offered: readonly string[]
  onMade: (name: string, key: string) => void
}

/**
 * Form that makes an API key on the server. `offered` are the operations that a key may list; `onMade` gets the name and the
 * key itself.
 */
export function NewKey({ offered, onMade }: NewKeyProps) {
  const zone = useZone()
  const { draft, bind, form } = useForm({
    stored: blank,
    missing,
    work: (entry) =>
      call(createApiKey, {
        body: {
          name: entry.name,
          operations: entry.access === 'listed' ? [...entry.operations] : null,
          expires_at: toIso(endOf(entry)),
        },
      }),
    done: 'API key made',
    failed: 'Error making API key',
    changes: [apiKeysQuery.queryKey],
    onDone: ({ api_key, key }) => onMade(api_key.name, key),
  })
  const { value: operations, onValue: onOperations } = bind('operations')
  return (
    <Form aria-label="New API key" {...form}>
      <TextField
        label="Name"
        maxLength={120}
        autoComplete="off"
        hint="Name of the program that uses it"
        {...bind('name')}
      />
      <SelectField
        label="Expires after"
        hint={`On ${dateOf(endOf(draft), zone)}`}
        options={lives.map(([value, text]) => ({ value, text }))}
        {...bind('days')}
      />
      <fieldset className="stack tight">
        <legend>It may</legend>
        <RadioField options={accesses} {...bind('access')} />
      </fieldset>
      {draft.access === 'listed' && <OperationsField offered={offered} chosen={operations} onChosen={onOperations} />}
      <Submit>Make key</Submit>
    </Form>
  )
}
