import { useEffect, useEffectEvent } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** A dialog has keys of its own. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

/** Acts on a key of the page, unless somebody is writing in a field or in a dialog or holds another modifier. */
export function actOnKey(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  if (isTyping(event.target) || isInDialog(event.target)) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const act = keys[event.key]
  if (act === undefined) return
  event.preventDefault()
  act()
}

/** Keys of the whole page, when nobody is writing in a field or in a dialog, and no other modifier is held. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => actOnKey(event, keys))
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
