import { useEffect, useEffectEvent } from 'react'
import { perform } from '../ui/perform.ts'

/** Calls `onKey` for `Ctrl K` (or Command K) anywhere on the page, also in a field, in place of the browser's action. */
export function usePaletteKey(onKey: () => void): void {
  const pressed = useEffectEvent(onKey)
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      perform(event, pressed)
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
