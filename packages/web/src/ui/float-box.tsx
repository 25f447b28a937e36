import './overlay.css'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

export interface FloatBoxProps {
  /** Name of the box for screen readers. */
  label: string
  button: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: React.ReactNode
}

/** Box beside the button that opened it. Escape, or a press outside of the box, calls `onClose`. */
export function FloatBox({ label, button, onClose, children }: FloatBoxProps) {
  return (
    <Popover
      className="float how-box"
      triggerRef={button}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      offset={4}
    >
      <Dialog className="stack near second value" aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  )
}
