import type { RefObject } from 'react'
import { useKeys } from './use-keys.ts'

/** Gives the first search field inside an element the focus when a key is pressed anywhere on the page. */
export function useFocusByKey(part: RefObject<HTMLElement | null>, key: string): void {
  useKeys({ [key]: () => part.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus() })
}
