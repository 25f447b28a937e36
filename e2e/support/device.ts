import type { DeviceEvent } from '@millwatch/contract/devices'
import { sendEvents } from '@millwatch/lab/product/send-events'

export const send = sendEvents

/** Returns `count` cycles of `cycleTime` seconds, one directly after the other; the last ends at `end` (epoch ms). */
export function cycles(count: number, cycleTime: number, end: number): DeviceEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    t: end - (count - 1 - index) * cycleTime * 1000,
    type: 'cycle' as const,
    cycle_time: cycleTime,
    temperature_1: 40 + index / 10,
  }))
}

export const status = (value: 'running' | 'down', t: number): DeviceEvent => ({ t, type: 'status', status: value })
