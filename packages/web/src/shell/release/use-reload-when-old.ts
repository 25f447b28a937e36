import { useEffect } from 'react'
import { isEntering } from './is-entering.ts'
import { useHasNewRelease } from './queries.ts'

/** Pause between two checks if somebody is still entering something, ms. */
const LOOK_MS = 5000

/**
 * Reloads the page when the server has a new version, as soon as nobody is entering anything, if `isWanted`. It is for pages
 * where nobody can be expected to reload them by hand.
 */
export function useReloadWhenOld(isWanted: boolean): void {
  const isOld = useHasNewRelease()
  useEffect(() => {
    if (!isOld || !isWanted) return
    const reload = (): void => {
      if (!isEntering()) location.reload()
    }
    reload()
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [isOld, isWanted])
}
