import './submit.css'
import { useId } from 'react'
import { Button } from './button.tsx'

interface SubmitProps {
  children: React.ReactNode
  /** Reason why the form cannot be submitted yet, shown beside the disabled button. */
  missing?: string | undefined
  busy?: boolean
}

/** Submit button of a form, with the reason while it is disabled. */
export function Submit({ children, missing, busy = false }: SubmitProps) {
  const id = useId()
  return (
    <span className="submit">
      <Button
        type="submit"
        primary
        disabled={missing !== undefined || busy}
        aria-describedby={missing === undefined ? undefined : id}
      >
        {children}
      </Button>
      {missing !== undefined && (
        <span id={id} className="submit-missing">
          {missing}
        </span>
      )}
    </span>
  )
}
