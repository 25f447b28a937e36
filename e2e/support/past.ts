import { HOUR_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import { send, status } from './device.ts'
import type { Plant } from './test.ts'

/** Period of five past hours that begins at a full hour, for machines whose events tests define to the second. */
export interface Past {
  readonly from: number
  readonly to: number
  /** Query parameters of an address for this period: `from=…&to=…`. */
  readonly search: string
  readonly compact: typeof compact
  /** Returns the instant (epoch ms) that is `hours` hours after the start of the period. */
  at(hours: number): number
}

/** Returns an instant (epoch ms), cut to the minute, in the form of addresses: `20261121T0600Z`. */
export const compact = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z`

export function fiveHours(): Past {
  const from = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 7 * HOUR_MS
  const to = from + 5 * HOUR_MS
  return {
    from,
    to,
    search: `from=${compact(from)}&to=${compact(to)}`,
    compact,
    at: (hours) => Math.round(from + hours * HOUR_MS),
  }
}

/**
 * Sends events by which a machine runs from the start of the period on, is down in each of the given ranges (hours after the
 * start), and has contact until now.
 */
export async function ran(
  plant: Plant,
  machine: MadeMachine,
  past: Past,
  stops: readonly (readonly [number, number])[],
): Promise<void> {
  await send(plant.url, machine, [
    status('running', past.from),
    ...stops.flatMap(([down, up]) => [status('down', past.at(down)), status('running', past.at(up))]),
    { t: Date.now(), type: 'ping', since: past.from },
  ])
}

/** Changes settings of a machine from 24 hours before the period on. */
export const change = (plant: Plant, { equipmentId }: MadeMachine, past: Past, body: object): Promise<unknown> =>
  plant.company.call('PUT', `/v0/e/${equipmentId}`, {
    ...body,
    from: new Date(past.from - 24 * HOUR_MS).toISOString(),
  })
