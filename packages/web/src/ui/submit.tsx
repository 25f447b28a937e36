import { use, useId } from 'react'
import { Button } from './button.tsx'
import { FormContext } from './form-context.ts'

/** Submit button of the form around it, with the reason beside it while it is disabled. */
export function Submit({ children }: { children: React.ReactNode }) {
  const id = useId()
  const { missing, busy = false } = use(FormContext)
  return (
    <span className="inline row">
      <Button
        type="submit"
        primary
        disabled={missing !== undefined || busy}
        aria-describedby={missing === undefined ? undefined : id}
      >
        {children}
      </Button>
      {missing !== undefined && (
        <span id={id} className="note">
          {missing}
        </span>
      )}
    </span>
  )
}

interface SubmitButtonProps {
  children: React.ReactNode
  /** Text during the submission. */
  busyText?: string
  className?: string
}

/** Submit button of the form around it without the reason, for a form whose page shows what is missing. */
export function SubmitButton({ children, busyText, ...button }: SubmitButtonProps) {
  const { missing, busy = false } = use(FormContext)
  return (
    <Button type="submit" primary disabled={missing !== undefined || busy} {...button}>
      {busy ? (busyText ?? children) : children}
    </Button>
  )
}
