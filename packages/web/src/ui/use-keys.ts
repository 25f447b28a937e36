import { useEffect, useEffectEvent } from 'react'
import { perform } from './perform.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Returns true for an element inside a dialog or a menu, since these have keys of their own. */
const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null

/**
 * Performs the action for the key of an event. It does nothing in a field, dialog or menu, with Ctrl, Alt or Command held, and
 * for an event that was handled already.
 */
export function actOnKey(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  if (isTyping(event.target) || isInOverlay(event.target)) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  perform(event, keys[event.key])
}

/** Performs actions by key for the whole page while the component exists, with the exceptions of `actOnKey`. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => actOnKey(event, keys))
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
