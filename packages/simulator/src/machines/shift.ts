import type { DeviceEvent } from '@millwatch/contract/devices'

/** Returns a copy of the event that is `byMs` ms later; `since` of a ping is moved too. */
export function moved(event: DeviceEvent, byMs: number): DeviceEvent {
  if (event.type === 'ping' && event.since !== undefined)
    return { ...event, t: event.t + byMs, since: event.since + byMs }
  return { ...event, t: event.t + byMs }
}
