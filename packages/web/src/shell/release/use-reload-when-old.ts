import { useEffect } from 'react'
import { reloadWhenIdle } from '../../ui/form/reload-when-idle.ts'
import { useHasNewRelease } from './queries.ts'

/**
 * Reloads the page when the server has a new version, as soon as nobody is entering anything, if `isWanted`. It is for pages
 * where nobody can be expected to reload them by hand.
 */
export function useReloadWhenOld(isWanted: boolean): void {
  const isOld = useHasNewRelease()
  useEffect(() => (isOld && isWanted ? reloadWhenIdle() : undefined), [isOld, isWanted])
}
