import { Button } from '../../ui/button.tsx'
import { Submit } from '../../ui/submit.tsx'

interface FormEndProps {
  mayChange: boolean
  /** Discards entries that a person made before they left the form; undefined: there are none. */
  earlier: (() => void) | undefined
  /** Text of the button. */
  save?: string
}

/**
 * End of a form: the button that saves it, or without the right a note that admins change this. Entries from an earlier visit can
 * be discarded.
 */
export const FormEnd = ({ mayChange, earlier, save = 'Save' }: FormEndProps) => (
  <div className="muted form-foot tree-config-end">
    {earlier !== undefined && (
      <p className="row">
        <span>You entered this earlier; it is not saved yet.</span>
        <Button onClick={earlier}>Discard it</Button>
      </p>
    )}
    {mayChange ? <Submit>{save}</Submit> : <p>Admins change this.</p>}
  </div>
)
