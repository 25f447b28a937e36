import { Submit } from '../../ui/submit.tsx'

/** End of a form: the button that saves it, or without the right a note that admins change this. */
export const FormEnd = ({ mayChange }: { mayChange: boolean }) => (
  <div className="muted form-foot tree-config-end">
    {mayChange ? <Submit>Save</Submit> : <p>Admins change this.</p>}
  </div>
)
