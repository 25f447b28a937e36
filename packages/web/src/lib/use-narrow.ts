import { useSyncExternalStore } from 'react'

/** Under this width the sidebars fold away. */
const narrow = matchMedia('(width < 1200px)')

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
