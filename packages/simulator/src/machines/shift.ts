import type { DeviceEvent } from '@millwatch/contract/devices'

/** Returns the event `byMs` later, with `since` of a ping moved too; the event itself is not changed. */
export function moved(event: DeviceEvent, byMs: number): DeviceEvent {
  if (event.type === 'ping' && event.since !== undefined)
    return { ...event, t: event.t + byMs, since: event.since + byMs }
  return { ...event, t: event.t + byMs }
}
