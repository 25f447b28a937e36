import { use, useId } from 'react'
import { Button } from './button.tsx'
import { FormContext } from './form-context.ts'

interface FormFootProps {
  /** Text of the submit button. */
  submit: React.ReactNode
  /** True for an action that removes or revokes something: its button is red. */
  removes?: boolean
  onCancel: () => void
  /** Further buttons, at the left end. */
  children?: React.ReactNode
}

/** Foot of the form around it: Cancel and then the action at the right end, with the reason while it is disabled. */
export function FormFoot({ submit, removes = false, onCancel, children }: FormFootProps) {
  const id = useId()
  const { missing, busy = false } = use(FormContext)
  return (
    <div className="row form-foot">
      {children}
      {missing !== undefined && (
        <span id={id} className="note push">
          {missing}
        </span>
      )}
      <div className={missing === undefined ? 'row push' : 'row'}>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          className="any-break"
          primary={!removes}
          danger={removes}
          disabled={missing !== undefined || busy}
          aria-describedby={missing === undefined ? undefined : id}
        >
          {submit}
        </Button>
      </div>
    </div>
  )
}
