import type { RefObject } from 'react'
import { useKeys } from './use-keys.ts'

/**
 * Moves the focus to the first search field inside an element when a key is pressed on the page, with the exceptions of
 * `actOnKey`.
 */
export function useFocusByKey(part: RefObject<HTMLElement | null>, key: string): void {
  useKeys({ [key]: () => part.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus() })
}
