import { Submit } from '../../ui/submit.tsx'

interface FormEndProps {
  mayChange: boolean
  missing: string | undefined
  busy: boolean
}

/** End of a form: the button that saves it, or without the right a note that admins change this. */
export function FormEnd({ mayChange, missing, busy }: FormEndProps) {
  if (!mayChange) return <p className="muted form-foot tree-config-end">Admins change this.</p>
  return (
    <div className="muted form-foot tree-config-end">
      <Submit missing={missing} busy={busy}>
        Save
      </Submit>
    </div>
  )
}
