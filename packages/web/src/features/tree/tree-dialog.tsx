import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import type { FormBinding } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'

interface TreeDialogProps {
  title: string
  form: FormBinding
  onClose: () => void
  children: React.ReactNode
}

/**
 * Dialog with a form and the buttons Save and Cancel. It cannot be closed while the form is submitted, and stays open with the
 * entries after an error.
 */
export function TreeDialog({ title, form, onClose, children }: TreeDialogProps) {
  const close = (): void => {
    if (!form.busy) onClose()
  }
  return (
    <Dialog title={title} onClose={close} width={480}>
      <Form className="stack wide form" noValidate {...form}>
        {children}
        <FormFoot submit="Save" onCancel={close} />
      </Form>
    </Dialog>
  )
}
