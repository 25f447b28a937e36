import { useEffect, useEffectEvent } from 'react'
import { perform } from './perform.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Dialogs handle their own keys. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

/** Performs the action of a key, except in a field or dialog, or with another modifier held. */
export function actOnKey(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  if (isTyping(event.target) || isInDialog(event.target)) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  perform(event, keys[event.key])
}

/** Registers keys for the whole page; they are ignored in fields and dialogs, and with a modifier held. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => actOnKey(event, keys))
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
