import { use, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormContext } from '../../ui/form-context.ts'

interface RunFootProps {
  /** Text of the submit button; undefined: there is no such button. */
  submit?: string | undefined
  onCancel: () => void
  /** Further buttons, after the submit button. */
  children?: React.ReactNode
}

/** Row of buttons at the end of a form about a run, with Cancel, and the reason why the submit button is disabled. */
export function RunFoot({ submit, onCancel, children }: RunFootProps) {
  const id = useId()
  const { missing, busy = false } = use(FormContext)
  const reason = submit === undefined ? undefined : missing
  return (
    <div className="row-end whole-line">
      {reason !== undefined && (
        <span id={id} className="note whole-line">
          {reason}
        </span>
      )}
      <Button disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      {submit !== undefined && (
        <Button
          type="submit"
          primary
          disabled={reason !== undefined || busy}
          aria-describedby={reason === undefined ? undefined : id}
        >
          {submit}
        </Button>
      )}
      {children}
    </div>
  )
}
