import { Modal } from 'antd'
import { useState } from 'react'
import { Submit } from '../../ui/submit.tsx'

interface TreeDialogProps {
  title: string
  /** The word on the button that does it. */
  submit: string
  missing: string | undefined
  busy: boolean
  /** It was saved: the dialog closes. */
  done: boolean
  onSubmit: () => void
  /** The dialog is gone. */
  onClose: () => void
  children: React.ReactNode
}

/** A form of the tree in a dialog; what failed keeps it open, with all that was typed. */
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
