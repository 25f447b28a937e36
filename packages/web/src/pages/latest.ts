import type { Equipment } from '../features/tree/types.ts'
import { fromIso } from '../lib/clock.ts'

/** Values of a message. Those of a tile do not have the analog input. */
interface Values {
  readonly temperature_1: number | null
  readonly analog_in_1_transformed?: number | null
}

/** Parts of a machine or tile from which its latest values are read; null for a message that never came. */
interface LatestMessages {
  readonly latest_cycle: { readonly occurred_at: string; readonly data: Values } | null
  readonly latest_tlm_data: ({ readonly occurred_at: string } & Values) | null
}

/**
 * Returns the value named `name` of the latest cycle or the latest reading, whichever is newer among those that have it; null if
 * neither has it.
 */
function latestOf(
  { latest_cycle: cycle, latest_tlm_data: reading }: LatestMessages,
  name: keyof Values,
): number | null {
  const values = [
    { at: fromIso(cycle?.occurred_at), value: cycle?.data[name] },
    { at: fromIso(reading?.occurred_at), value: reading?.[name] },
  ].flatMap(({ at, value }) => (at === null || value == null ? [] : [{ at, value }]))
  return values.toSorted((a, b) => a.at - b.at).at(-1)?.value ?? null
}

export const latestTemperature = (machine: LatestMessages): number | null => latestOf(machine, 'temperature_1')

/**
 * Returns the latest analog value of a machine (null without one), with the unit of its primary device (blank without one).
 */
export const latestAnalog = (machine: Equipment): { value: number | null; unit: string } => ({
  value: latestOf(machine, 'analog_in_1_transformed'),
  unit: machine.Devices.find((device) => device.is_primary)?.analog_in_1_config.unit ?? '',
})
