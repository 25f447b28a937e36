import { Submit } from '../../ui/submit.tsx'

interface FormEndProps {
  mayChange: boolean
  missing: string | undefined
  busy: boolean
}

/** How a configuration is saved, always in sight; or who could. */
export function FormEnd({ mayChange, missing, busy }: FormEndProps) {
  if (!mayChange) return <p className="tree-config-end">Admins change this.</p>
  return (
    <div className="tree-config-end">
      <Submit missing={missing} busy={busy}>
        Save
      </Submit>
    </div>
  )
}
