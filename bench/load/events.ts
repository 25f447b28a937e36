import type { DeviceEvent } from '@millwatch/contract/devices'

/** Time (ms) between two events of a machine. Of ten events four are cycles, five are readings and one is a ping. */
const STEP_MS = 2000
/**
 * Number of events after which the machine pauses for `STOP_MS`, which is longer than its maximum cycle time, so that its status
 * changes.
 */
const EVENTS_BETWEEN_STOPS = 100
const STOP_MS = 400_000

/** Generator of the events of one machine in order, from an instant (epoch ms) on. */
export class MachineTalk {
  #at: number
  #sent = 0

  constructor(from: number) {
    this.#at = from
  }

  next(count: number): DeviceEvent[] {
    return Array.from({ length: count }, () => {
      this.#at += this.#sent > 0 && this.#sent % EVENTS_BETWEEN_STOPS === 0 ? STOP_MS : STEP_MS
      return eventAt(this.#at, this.#sent++)
    })
  }
}

/**
 * Returns the `n`-th event of a machine, at `t` (epoch ms): of each ten, four are cycles, five are readings and the last is a
 * ping.
 */
export function eventAt(t: number, n: number): DeviceEvent {
  const kind = n % 10
  if (kind === 9) return { t, type: 'ping' }
  const temperature = 40 + (n % 37) / 10
  if (kind % 2 === 1) return { t, type: 'tlm', temperature_1: temperature, analog_in_1: 500 + (n % 23) }
  if (kind === 8) return { t, type: 'tlm', temperature_1: temperature }
  return { t, type: 'cycle', cycle_time: 4.5 + (n % 7) / 10, temperature_1: temperature, analog_in_1: 512, count: 1 }
}
