import './overlay.css'
import { Popover } from 'react-aria-components/Popover'
import { createPortal } from 'react-dom'

interface FloatProps {
  className: string
  /** Button that opened it, beside which it is placed. */
  button: React.RefObject<HTMLButtonElement | null>
  placement?: 'bottom start' | 'bottom end'
  onClose: () => void
  children: React.ReactNode
}

const WHOLE_WINDOW = { position: 'fixed', inset: 0 } as const

/**
 * Content that floats beside the button that opened it. Escape, and a click anywhere else, which does nothing more, call
 * `onClose`.
 *
 * A layer over the page takes these clicks. The popover would do so itself if it were modal, but then it makes the whole page
 * inactive: the browser works out the styles and the layout of all elements before it paints.
 */
export function Float({ className, button, placement = 'bottom start', onClose, children }: FloatProps) {
  return (
    <>
      {createPortal(
        // A dialog below makes all else inactive that is not marked as above it.
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the keyboard has Escape
        <div data-react-aria-top-layer style={WHOLE_WINDOW} onClick={onClose} />,
        document.body,
      )}
      <Popover
        className={className}
        triggerRef={button}
        isOpen
        isNonModal
        onOpenChange={(isOpen) => !isOpen && onClose()}
        placement={placement}
        offset={4}
      >
        {children}
      </Popover>
    </>
  )
}
