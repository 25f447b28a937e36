import { useEffect } from 'react'
import { useHasNewRelease } from './queries.ts'

/** Reloads the page when the server has a new version, where nobody is there to do it by hand. */
export function useReloadWhenOld(isWanted: boolean): void {
  const isOld = useHasNewRelease()
  useEffect(() => {
    if (isOld && isWanted) location.reload()
  }, [isOld, isWanted])
}
