import { useEffect, useRef } from 'react'

/**
 * Returns a ref for the button that opens a part of the page (`isOpen`). When the part is closed, the button gets the focus,
 * unless another element has it: the focus would be lost with what had it in the part.
 */
export function useFocusBack(isOpen: boolean): React.RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
  }, [isOpen])
  return button
}
