import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SubmitButton } from '../../ui/submit.tsx'
import { renameTemplate, type ScheduleTemplate } from './queries.ts'
import { savingTemplate } from './template-messages.ts'

/**
 * Form that renames a schedule template: Enter saves, Escape cancels. `onClose` is called after saving, on cancelling,
 * and for an unchanged name. A blank name or a failed call shows a message, and the form stays open.
 */
export function TemplateName({ template, onClose }: { template: ScheduleTemplate; onClose: () => void }) {
  const { bind, isChanged, form } = useForm({
    ...savingTemplate,
    stored: { name: template.name },
    faults: ({ name }) => (name.trim() === '' ? { name: 'Name cannot be blank' } : {}),
    work: ({ name }) => renameTemplate(template.id, name.trim()),
    onDone: onClose,
  })
  return (
    <Form
      className="wrap field-row template-name"
      aria-label={`Rename ${template.name}`}
      {...form}
      onSubmit={isChanged ? form.onSubmit : onClose}
    >
      <TextField
        label="Template name"
        autoFocus
        maxLength={120}
        autoComplete="off"
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        {...bind('name')}
      />
      <Button onClick={onClose}>Cancel</Button>
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}
