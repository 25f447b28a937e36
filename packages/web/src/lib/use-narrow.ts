import { useSyncExternalStore } from 'react'

/** Media query of a window in which the sidebars are collapsed. */
const narrow = matchMedia('(width < 1200px)')

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
