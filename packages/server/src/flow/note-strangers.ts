import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { Sampled } from '../platform/sampled.ts'
import type { RefusedDevice } from './receive.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns a function that logs a refused device with the reason, at most one line per uuid and minute, so that a mistyped key is
 * found at once. A name that is no uuid is logged as `not a uuid`, since it may be a key in the wrong place.
 */
export function noteStrangers(clock: Clock, logger: Logger): (deviceUuid: string, reason: RefusedDevice) => void {
  const sampled = new Sampled(clock)
  return (text, reason) => {
    const deviceUuid = UUID.test(text) ? text.toLowerCase() : 'not a uuid'
    const { isLogged, omitted } = sampled.take(deviceUuid)
    if (isLogged) logger.warn({ deviceUuid, reason, omitted }, 'A device was refused')
  }
}
