import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import type { FormBinding } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'

interface TreeDialogProps {
  title: string
  form: FormBinding
  onClose: () => void
  children: React.ReactNode
}

/** Dialog with a form, which stays open while the form is submitted, and after an error with everything that was typed. */
export function TreeDialog({ title, form, onClose, children }: TreeDialogProps) {
  const close = (): void => {
    if (!form.busy) onClose()
  }
  return (
    <Dialog title={title} onClose={close} width={480}>
      <Form className="stack wide form" noValidate {...form}>
        {children}
        <div className="row-spread">
          <Submit>Save</Submit>
          <Button disabled={form.busy} onClick={close}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
