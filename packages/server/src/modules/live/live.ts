import { watchDevices } from './devices.ts'
import { REFRESH_CHANNEL } from './store-directory.ts'
import type { LiveDeps } from './subscribe.ts'

/**
 * Starts to publish what is not stated as a fact: the contact of watched devices, and requests to reload all pages.
 * Returns a function that stops it.
 */
export async function startLive(deps: LiveDeps): Promise<() => Promise<void>> {
  const { database, sockets } = deps
  // A page that misses the message finds a new release by itself within a quarter of an hour.
  const stopRefresh = await database.listen(
    REFRESH_CHANNEL,
    () => sockets.emitToAll('refresh'),
    () => undefined,
  )
  const stopDevices = watchDevices(deps)
  return async () => {
    stopDevices()
    await stopRefresh()
  }
}
