import './overlay.css'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { displayedDialog } from './displayed-dialog.ts'
import { CloseIcon } from './icons.tsx'

interface DialogProps {
  title: React.ReactNode
  onClose: () => void
  /** Greatest width, px. */
  width: number
  open?: boolean
  /** True for a dialog with entries, which a click beside it must not discard; Escape and the button close it. */
  keepsEntries?: boolean
  /** True when only screen readers see the title; the dialog then has no close button either. */
  bare?: boolean
  children: React.ReactNode
}

/**
 * Dialog over the page. The focus stays inside, and returns to the element that opened it. Escape, the close button and
 * (without `keepsEntries`) a click beside it call `onClose`.
 */
export function Dialog({
  title,
  onClose,
  width,
  open = true,
  keepsEntries = false,
  bare = false,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      className="scroll shade"
      isOpen={open}
      isDismissable={!keepsEntries}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className="dialog-place" style={{ maxWidth: width }}>
        <AriaDialog className={bare ? 'dialog dialog-bare' : 'dialog'}>
          <Heading slot="title" level={2} className={bare ? 'sr-only' : 'title any-break dialog-title'}>
            {title}
          </Heading>
          {!bare && <CloseButton onClose={onClose} />}
          <EscapeWithoutFocus onEscape={onClose} />
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface DrawerProps {
  title: React.ReactNode
  onClose: () => void
  /** Width in a wide window, px; a narrow window is filled. */
  width: number
  open?: boolean
  children: React.ReactNode
}

/**
 * Dialog at the right edge of the page, as high as the page. Escape, the close button and a click beside it call `onClose`.
 */
export function Drawer({ title, onClose, width, open = true, children }: DrawerProps) {
  return (
    <ModalOverlay className="scroll shade" isOpen={open} isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="drawer-place" style={{ width: `min(${width}px, 100vw)` }}>
        <AriaDialog className="column tall drawer">
          <header className="line drawer-head">
            <CloseButton onClose={onClose} />
            <Heading slot="title" level={2} className="title">
              {title}
            </Heading>
          </header>
          <EscapeWithoutFocus onEscape={onClose} />
          <div className="grow scroll drawer-body">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * Closes the uppermost dialog by Escape when no element has the focus, which happens when the focused button was disabled or
 * removed. A dialog that contains the focus closes itself.
 */
function EscapeWithoutFocus({ onEscape }: { onEscape: () => void }) {
  const mark = useRef<HTMLSpanElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (event.key === 'Escape' && isLost && displayedDialog()?.contains(mark.current)) onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return <span ref={mark} hidden />
}

const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="muted center hoverable overlay-close" aria-label="Close" onClick={onClose}>
    <CloseIcon />
  </button>
)
