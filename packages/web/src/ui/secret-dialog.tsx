import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Copied } from './copied.tsx'
import { Dialog } from './dialog.tsx'

interface SecretDialogProps {
  readonly title: string
  /** Sentence about the right that the secret gives. */
  readonly warning: string
  readonly label: string
  readonly secret: string
  /** Text about the use of the secret. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/**
 * Dialog that shows a new secret with a button to copy it, once. It closes by its buttons or Escape, not by a click beside it.
 */
export function SecretDialog({ title, warning, label, secret, children, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} width={560} keepsEntries>
      <div className="stack wide form">
        <p>Copy it now: it is shown this once and never again. {warning}</p>
        <Copied label={label} value={secret} />
        <p>{children}</p>
        <div>
          <Button primary onClick={onClose}>
            I have copied it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
