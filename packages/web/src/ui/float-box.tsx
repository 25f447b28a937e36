import { Dialog } from 'react-aria-components/Dialog'
import { Float } from './float.tsx'

export interface FloatBoxProps {
  /** Name of the box for screen readers. */
  label: string
  button: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: React.ReactNode
}

/** Box beside the button that opened it. Escape, or a click outside of the box, calls `onClose`. */
export function FloatBox({ label, button, onClose, children }: FloatBoxProps) {
  return (
    <Float className="float how-box" button={button} onClose={onClose}>
      <Dialog className="stack near second value" aria-label={label}>
        {children}
      </Dialog>
    </Float>
  )
}
