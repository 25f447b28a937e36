import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { monotonicMs } from '../lib/clock.ts'
import { type AwaitedField, TypedAhead } from './typed-ahead.ts'

const typedAhead = new TypedAhead(monotonicMs)

/**
 * Collects the keys that are pressed while a field for which `typeInto` was called is about to open. A press of the pointer ends
 * this. It is used once, around all pages.
 */
export function useTypedAhead(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => typedAhead.keyDown(event)
    const onPointer = (): void => typedAhead.cancel()
    addEventListener('keydown', onKey, { capture: true })
    addEventListener('pointerdown', onPointer, { capture: true })
    return () => {
      typedAhead.cancel()
      removeEventListener('keydown', onKey, { capture: true })
      removeEventListener('pointerdown', onPointer, { capture: true })
    }
  }, [])
}

/**
 * Moves the focus to the field that `find` returns, as soon as it exists. Keys pressed from now on are typed into it, once
 * and in order; Escape before that calls `onEscape`.
 */
export function typeInto(find: () => HTMLInputElement | null, onEscape?: () => void): void {
  const field: AwaitedField = {
    takeFocus: () => {
      const input = find()
      if (document.activeElement !== input) input?.focus()
      return input !== null && document.activeElement === input
    },
    isTarget: (target) => target !== null && target === find(),
    press: (keys) => {
      const input = find()
      if (input !== null) pressKeys(input, keys)
    },
    ...(onEscape === undefined ? {} : { onEscape }),
  }
  const settle = (): void => {
    if (!typedAhead.isWaitingFor(field)) return
    typedAhead.settle()
    requestAnimationFrame(settle)
  }
  typedAhead.await(field)
  requestAnimationFrame(settle)
}

/**
 * Performs pressed keys in a field, in order: Backspace removes text, a character is inserted, any other key is sent as an event.
 * Stops as soon as the field does not have the focus.
 */
function pressKeys(input: HTMLInputElement, keys: readonly string[]): void {
  for (const key of keys) {
    if (document.activeElement !== input) return
    const from = input.selectionStart ?? input.value.length
    const to = input.selectionEnd ?? from
    if (key === 'Backspace') edit(input, '', from === to ? Math.max(0, from - 1) : from, to)
    else if ([...key].length === 1) edit(input, key, from, to)
    else input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}

/** Replaces the text of a field from `from` to `to`, and renders this change at once, since the next key may depend on it. */
function edit(input: HTMLInputElement, text: string, from: number, to: number): void {
  input.setRangeText(text, from, to, 'end')
  flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })))
}
