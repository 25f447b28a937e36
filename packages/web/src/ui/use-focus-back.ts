import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that had it before a dialog opened. Use it in a component mounted only while the
 * dialog is open.
 */
export function useFocusBack(): void {
  const [from] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus()
    },
    [from],
  )
}
