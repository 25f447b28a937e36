import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

interface HowBoxProps {
  name: string
  button: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: React.ReactNode
}

/** Box with the explanation of a figure, beside its button; Escape or a press elsewhere closes it. */
export function HowBox({ name, button, onClose, children }: HowBoxProps) {
  return (
    <Popover
      className="float how-box"
      triggerRef={button}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      offset={4}
    >
      <Dialog className="stack near second value" aria-label={`How the ${name} is computed`}>
        {children}
      </Dialog>
    </Popover>
  )
}
