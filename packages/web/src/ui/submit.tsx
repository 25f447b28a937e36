import { use, useId } from 'react'
import { Button } from './button.tsx'
import { FormContext } from './form-context.ts'

interface MainButtonProps {
  /** Reason why the button cannot be pressed yet; undefined when it can be. */
  missing: string | undefined
  busy: boolean
  type?: 'submit'
  onClick?: () => void
  children: React.ReactNode
}

/**
 * Main button of a form or a panel. It is disabled while `missing` is set or `busy` is true, with the text of `missing` beside
 * it.
 */
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

/**
 * Main button of the form around it, which submits that form. It is disabled while the form is not complete or busy, with the
 * reason beside it.
 */
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

/**
 * Submit button of the form around it. It is disabled while the form is not complete or busy, without showing the reason, for a
 * form whose page does.
 */
export function SubmitButton({ children, busyText, ...button }: SubmitButtonProps) {
  const { missing, busy = false } = use(FormContext)
  return (
    <Button type="submit" primary disabled={missing !== undefined || busy} {...button}>
      {busy ? (busyText ?? children) : children}
    </Button>
  )
}
