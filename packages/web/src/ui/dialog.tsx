import './overlay.css'
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react'
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
      {...useHiddenFirst(open)}
      className="scroll shade"
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
    <ModalOverlay
      {...useHiddenFirst(open)}
      className="scroll shade"
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
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
 * Returns the properties of an overlay that becomes invisible at once when it closes and is removed a moment later: its removal
 * makes the page below active again, for which the browser works out the styles of all elements before it paints.
 */
function useHiddenFirst(open: boolean): { isOpen: boolean; style?: React.CSSProperties } {
  const wasOpen = useDeferredValue(open)
  return open ? { isOpen: true } : { isOpen: wasOpen, style: { opacity: 0 } }
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
