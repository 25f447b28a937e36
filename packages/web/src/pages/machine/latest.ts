import type { Equipment } from '../../features/tree/types.ts'

/** The latest of what a cycle and what a reading said; null where neither said anything. */
function latest<T>(
  cycle: { at: string | undefined; value: T | null },
  reading: { at: string | undefined; value: T | null },
) {
  const said = [cycle, reading].flatMap(({ at, value }) =>
    at === undefined || value === null ? [] : [{ at: Date.parse(at), value }],
  )
  return said.toSorted((a, b) => a.at - b.at).at(-1)?.value ?? null
}

/** The latest temperature, of a cycle or a reading, whichever is later. */
export const latestTemperature = ({ latest_cycle: cycle, latest_tlm_data: reading }: Equipment): number | null =>
  latest(
    { at: cycle?.occurred_at, value: cycle?.data.temperature_1 ?? null },
    { at: reading?.occurred_at, value: reading?.temperature_1 ?? null },
  )

/** The latest analog value with its unit, likewise. */
export function latestAnalog({ latest_cycle: cycle, latest_tlm_data: reading, Devices }: Equipment): {
  value: number | null
  unit: string
} {
  const value = latest(
    { at: cycle?.occurred_at, value: cycle?.data.analog_in_1_transformed ?? null },
    { at: reading?.occurred_at, value: reading?.analog_in_1_transformed ?? null },
  )
  return { value, unit: Devices.find((device) => device.is_primary)?.analog_in_1_config.unit ?? '' }
}
