import { useCallback, useSyncExternalStore } from 'react'

/** Returns true while a media query such as `(width < 768px)` or `print` matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void): (() => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Returns true while the window is narrower than 1200 px, at which the sidebars are collapsed. */
export const useIsNarrow = (): boolean => useMedia('(width < 1200px)')
