import { Button } from '../button.tsx'
import { Form } from './form.tsx'
import type { FormBinding } from './use-form.ts'

interface RenameFormProps {
  /** Present name. */
  readonly name: string
  readonly label: string
  readonly className: string
  /** State of the form, as `useForm` returns it with `missing: missingName`. */
  readonly entry: {
    readonly draft: { readonly name: string }
    readonly change: (part: { name: string }) => void
    readonly isChanged: boolean
    readonly form: FormBinding
  }
  readonly onClose: () => void
}

/** Returns the reason why a name cannot be saved: it is blank. Undefined for any other name. */
export const missingName = ({ name }: { readonly name: string }): string | undefined =>
  name.trim() === '' ? 'Name cannot be blank' : undefined

/** Form that renames something. Enter saves and Escape calls `onClose`; saving an unchanged name only calls `onClose`. */
export function RenameForm({ name, label, className, entry, onClose }: RenameFormProps) {
  const { draft, change, isChanged, form } = entry
  return (
    <Form className={className} aria-label={`Rename ${name}`} {...form} onSubmit={isChanged ? form.onSubmit : onClose}>
      <input
        className="well"
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: a person who pressed Rename wants to type
        autoFocus
        maxLength={120}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" primary disabled={form.missing !== undefined || form.busy} title={form.missing}>
        Save
      </Button>
    </Form>
  )
}
