import { useEffect } from 'react'
import { isEntering } from './is-entering.ts'
import { useHasNewRelease } from './queries.ts'

/** Pause between two looks whether somebody is still entering something, ms. */
const LOOK_MS = 5000

/**
 * Reloads the page when the server has a new version, where nobody is there to do it by hand; as soon as nobody is entering
 * anything.
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
