import type { DeviceEvent } from '@millwatch/contract/devices'
import { MINUTE_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import { send } from './device.ts'

/** Status of a machine and the number of minutes ago at which it began; it ends at the start of the next spell. */
export type Spell = readonly [minutesAgo: number, status: 'running' | 'down']

/**
 * Sends the spells of a machine in order, with one event per minute: a cycle while running, a status while down. The last spell
 * ends `until` minutes ago.
 */
export async function sendSpells(
  url: string,
  machine: MadeMachine,
  spells: readonly Spell[],
  until = 0,
): Promise<void> {
  const now = Date.now()
  const events: DeviceEvent[] = spells.flatMap(([from, status], index) => {
    const to = spells[index + 1]?.[0] ?? until
    const beats = Array.from({ length: Math.max(1, Math.floor(from - to)) }, (_, minute): DeviceEvent => {
      const t = now - (from - minute) * MINUTE_MS + 1000
      return status === 'running'
        ? {
            t,
            type: 'cycle',
            cycle_time: 30 + (minute % 5),
            temperature_1: 40 + (minute % 7) / 2,
            analog_in_1: 500 + (minute % 9),
          }
        : { t, type: 'status', status }
    })
    return [{ t: now - from * MINUTE_MS, type: 'status' as const, status }, ...beats]
  })
  await send(url, machine, events)
}
