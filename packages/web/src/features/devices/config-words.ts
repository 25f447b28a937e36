import { wordsOfSetup } from './input-words.ts'
import type { DevicePage } from './types.ts'

type DeviceConfig = DevicePage['config']['wanted']

/**
 * Returns the configuration of a device as English sentences: the interval of readings, and the input set-up or that there is
 * none.
 */
export function configWords({ poll_interval_s: rate, input_setup: setup }: DeviceConfig): string {
  const readings = rate === null ? 'Readings as often as the device decides.' : `Readings every ${rate} s.`
  return `${readings} ${setup === null ? 'No input set-up.' : wordsOfSetup(setup)}`
}

/** Returns a value as JSON with the keys of all its objects sorted, so that equal contents give equal texts. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Returns true for two configurations with the same content; the order of keys does not matter. False if `b` is null. */
export const isSameConfig = (a: DeviceConfig, b: DeviceConfig | null): boolean =>
  b !== null && inOrder(a) === inOrder(b)

/**
 * Returns a sentence about the delivery of the wanted configuration: the device has confirmed it, it was sent but is not
 * confirmed, or it was not sent yet.
 */
export function deliveryWords({ wanted, sent, confirmed }: DevicePage['config']): string {
  if (isSameConfig(wanted, confirmed) && isSameConfig(wanted, sent)) return 'The device has confirmed it.'
  if (isSameConfig(wanted, sent)) return 'It was sent; the device has not confirmed it yet.'
  return 'It was not sent yet: the device gets it when it connects, or reads it.'
}
