import './submit.css'
import { useId } from 'react'

interface SubmitProps {
  children: React.ReactNode
  /** What is missing before it can be done; it then cannot, and this stands beside it. */
  missing?: string | undefined
  busy?: boolean
}

/** The button that sends a form, and what it still waits for. */
export function Submit({ children, missing, busy = false }: SubmitProps) {
  const id = useId()
  return (
    <span className="submit">
      <button
        type="submit"
        className="button button-primary"
        disabled={missing !== undefined || busy}
        aria-describedby={missing === undefined ? undefined : id}
      >
        {children}
      </button>
      {missing !== undefined && (
        <span id={id} className="submit-missing">
          {missing}
        </span>
      )}
    </span>
  )
}
