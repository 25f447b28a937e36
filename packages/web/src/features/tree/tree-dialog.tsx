import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Submit } from '../../ui/submit.tsx'

interface TreeDialogProps {
  title: string
  /** Text of the submit button. */
  submit: string
  missing: string | undefined
  busy: boolean
  /** True after saving, which closes the dialog. */
  done: boolean
  onSubmit: () => void
  onClose: () => void
  children: React.ReactNode
}

/** Dialog with a form. It closes when `done` becomes true; after an error it stays open with everything that was typed. */
export function TreeDialog({ title, submit, missing, busy, done, onSubmit, onClose, children }: TreeDialogProps) {
  const close = (): void => {
    if (!busy) onClose()
  }
  const end = useEffectEvent(onClose)
  useEffect(() => {
    if (done) end()
  }, [done])
  return (
    <Dialog title={title} onClose={close} width={480}>
      <Form className="stack wide form" noValidate missing={missing} busy={busy || done} onSubmit={onSubmit}>
        {children}
        <div className="row-spread">
          <Submit>{submit}</Submit>
          <Button disabled={busy} onClick={close}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
