import { createPart } from '@millwatch/contract/http/parts'
import { MOST_LINK_LENGTH } from '@millwatch/domain/parts'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { partsKey } from './queries.ts'
import { partFault } from './set-up.ts'

const blank = { number: '', description: '', url: '' }

/** Form that adds a critical part with number, description and link; the part is then used on all machines. */
export function NewPart() {
  const { bind, form } = useForm({
    stored: blank,
    missing: partFault,
    work: ({ number, description, url }) =>
      call(createPart, { body: { number, description, ...(url.trim() === '' ? {} : { url }) } }),
    done: 'New critical part added successfully',
    failed: 'Error adding new critical part',
    fields: { part_url_invalid: 'url' },
    changes: [partsKey],
  })
  return (
    <Form aria-label="New critical part" {...form}>
      <TextField label="Name / number" maxLength={120} autoComplete="off" {...bind('number')} />
      <TextField label="Description" maxLength={500} autoComplete="off" {...bind('description')} />
      <TextField
        label="URL"
        inputMode="url"
        maxLength={MOST_LINK_LENGTH}
        autoComplete="off"
        hint="A page about it, with http:// or https://"
        {...bind('url')}
      />
      <Submit>Add part</Submit>
    </Form>
  )
}
