import { watchDevices } from './devices.ts'
import { watchExcessiveStops } from './excessive-stops.ts'
import { REFRESH_CHANNEL } from './store-directory.ts'
import type { LiveDeps } from './subscribe.ts'

/**
 * Starts to publish news that are not stated as facts: the contact of devices with sockets in their rooms, stops that became
 * excessive, and requests to reload all pages. Returns the function that stops all of it.
 */
export async function startLive(deps: LiveDeps): Promise<() => Promise<void>> {
  const { database, sockets } = deps
  // A page that misses the message finds a new release by itself within a quarter of an hour.
  const stopRefresh = await database.listen(
    REFRESH_CHANNEL,
    () => sockets.emitToAll('refresh'),
    () => undefined,
  )
  const devices = watchDevices(deps)
  const stopExcessive = watchExcessiveStops(deps)
  return async () => {
    await devices.stop()
    await stopExcessive()
    await stopRefresh()
  }
}
