import { Button } from '../../ui/button.tsx'
import { Submit } from '../../ui/submit.tsx'

interface FormEndProps {
  mayChange: boolean
  /** Function that discards entries from an earlier visit, which are not saved; undefined: there are none. */
  earlier: (() => void) | undefined
  /** Text of the button that saves; `Save` if absent. */
  save?: string
}

/**
 * End of a form: the button that saves it, or for people who may not change it a note. For entries from an earlier visit there is
 * a button that discards them.
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
