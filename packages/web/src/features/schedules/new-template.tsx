import { useQueryClient } from '@tanstack/react-query'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { createTemplate, type ScheduleTemplate, templatesQuery } from './queries.ts'
import { creatingTemplate } from './template-messages.ts'

interface Entry {
  readonly name: string
  /** Type of the template; blank: none is chosen yet. */
  readonly type: ScheduleTemplate['type'] | ''
}

const blank: Entry = { name: '', type: '' }

/** Form that creates a schedule template without ranges, with a name and a type. `onMade` gets the created template. */
export function NewTemplate({ onMade }: { onMade: (template: ScheduleTemplate) => void }) {
  const client = useQueryClient()
  const { bind, draft, change, form } = useForm({
    ...creatingTemplate,
    stored: blank,
    missing: ({ name, type }) =>
      name.trim() === '' ? 'Type a name first' : type === '' ? 'Choose a type first' : undefined,
    work: ({ name, type }) => createTemplate(name.trim(), type === 'weekly' ? 'weekly' : 'daily'),
    onDone: ({ template }) => {
      client.setQueryData(templatesQuery.queryKey, (listed) => listed && [...listed, template])
      onMade(template)
    },
  })
  return (
    <Form aria-label="New schedule template" {...form}>
      <TextField label="Name" maxLength={120} autoComplete="off" {...bind('name')} />
      <SelectField
        label="Type"
        value={draft.type}
        options={[
          { value: '', text: 'Choose a type' },
          { value: 'daily', text: 'Daily: one day, for any days of a week' },
          { value: 'weekly', text: 'Weekly: the seven days of a week' },
        ]}
        onValue={(type) => change({ type: type as Entry['type'] })}
      />
      <Submit>Create template</Submit>
    </Form>
  )
}
