import { use, useId } from 'react'
import { Button } from './button.tsx'
import { FormContext } from './form-context.ts'

interface MainButtonProps {
  /** Reason why it cannot be pressed yet. */
  missing: string | undefined
  busy: boolean
  type?: 'submit'
  onClick?: () => void
  children: React.ReactNode
}

/** Main button of a form or a panel, with the reason beside it while it is disabled. */
export function MainButton({ missing, busy, children, ...button }: MainButtonProps) {
  const id = useId()
  return (
    <span className="inline row">
      <Button
        primary
        disabled={missing !== undefined || busy}
        aria-describedby={missing === undefined ? undefined : id}
        {...button}
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

/** Main button of the form around it, which submits it. */
export function Submit({ children }: { children: React.ReactNode }) {
  const { missing, busy = false } = use(FormContext)
  return (
    <MainButton type="submit" missing={missing} busy={busy}>
      {children}
    </MainButton>
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
