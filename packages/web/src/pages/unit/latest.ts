import type { MachineTile } from '../../features/tree/types.ts'

/** The latest temperature, from a cycle or a reading, whichever is later. */
export function latestTemperature({ latest_cycle: cycle, latest_tlm_data: reading }: MachineTile): number | null {
  const told = [
    { at: cycle?.occurred_at, value: cycle?.data.temperature_1 },
    { at: reading?.occurred_at, value: reading?.temperature_1 },
  ].flatMap(({ at, value }) => (at == null || value == null ? [] : [{ at: Date.parse(at), value }]))
  return told.toSorted((a, b) => a.at - b.at).at(-1)?.value ?? null
}

export const instantOf = (iso: string | null | undefined): number | null => (iso == null ? null : Date.parse(iso))
