import { Modal } from 'antd'
import { useState } from 'react'
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
  /** Called after the dialog was closed. */
  onClose: () => void
  children: React.ReactNode
}

/** Form in a dialog. After an error it stays open with everything that was typed. */
export function TreeDialog({ title, submit, missing, busy, done, onSubmit, onClose, children }: TreeDialogProps) {
  const [open, setOpen] = useState(true)
  const close = (): void => {
    if (!busy) setOpen(false)
  }
  return (
    <Modal open={open && !done} title={title} footer={null} onCancel={close} afterClose={onClose} width={480}>
      <form
        className="form tree-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === undefined && !busy) onSubmit()
        }}
      >
        {children}
        <div className="tree-dialog-ways">
          <Submit missing={missing} busy={busy || done}>
            {submit}
          </Submit>
          <button type="button" className="button" disabled={busy} onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  )
}
