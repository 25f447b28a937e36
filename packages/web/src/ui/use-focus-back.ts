import { useEffect, useState } from 'react'

/** Gives the focus back to what had it, in a dialog that is there only while it is open: where it was called from. */
export function useFocusBack(): void {
  const [from] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus()
    },
    [from],
  )
}
