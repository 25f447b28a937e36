import type { DeviceEvent } from '@millwatch/contract/devices'

/** Returns the same event `byMs` later. */
export function moved(event: DeviceEvent, byMs: number): DeviceEvent {
  if (event.type === 'ping' && event.since !== undefined)
    return { ...event, t: event.t + byMs, since: event.since + byMs }
  return { ...event, t: event.t + byMs }
}
