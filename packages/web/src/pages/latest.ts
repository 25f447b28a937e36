import type { Equipment } from '../features/tree/types.ts'
import { fromIso } from '../lib/clock.ts'

/** A tile does without the analog input. */
interface Values {
  readonly temperature_1: number | null
  readonly analog_in_1_transformed?: number | null
}

/** What a machine said last, as its own page and the page of its unit know it. */
interface Said {
  readonly latest_cycle: { readonly occurred_at: string; readonly data: Values } | null
  readonly latest_tlm_data: ({ readonly occurred_at: string } & Values) | null
}

/** The later value of what a cycle and what a reading said; null where neither said any. */
function latestOf({ latest_cycle: cycle, latest_tlm_data: reading }: Said, name: keyof Values): number | null {
  const said = [
    { at: fromIso(cycle?.occurred_at), value: cycle?.data[name] },
    { at: fromIso(reading?.occurred_at), value: reading?.[name] },
  ].flatMap(({ at, value }) => (at === null || value == null ? [] : [{ at, value }]))
  return said.toSorted((a, b) => a.at - b.at).at(-1)?.value ?? null
}

export const latestTemperature = (machine: Said): number | null => latestOf(machine, 'temperature_1')

/** The latest analog value with its unit. */
export const latestAnalog = (machine: Equipment): { value: number | null; unit: string } => ({
  value: latestOf(machine, 'analog_in_1_transformed'),
  unit: machine.Devices.find((device) => device.is_primary)?.analog_in_1_config.unit ?? '',
})
