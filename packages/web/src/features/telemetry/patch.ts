import type { Answer } from '@millwatch/contract/endpoint'
import type { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import type { LiveBatch } from '../../live/rooms.ts'

export type RawRow = Answer<typeof rawDataOfEquipment>['data'][number]

const TYPE = { cycle: 1, telemetry: 2 } as const

/** The rows with what was told after the last of them; anything earlier is left to the next reading. */
export function appendRows(rows: RawRow[], batch: Pick<LiveBatch, 'cycle' | 'tlm'>): RawRow[] {
  const last = rows.at(-1)?.[0] ?? 0
  const row = (
    at: string,
    cycleTime: number | null,
    temperature: number | null,
    analog: number | null,
    type: number,
  ): RawRow => [Date.parse(at) / 1000, cycleTime, temperature, analog, null, [], type]
  const told = [
    ...batch.cycle.flatMap(({ restated, occurred_at, cycle_time, temperature_1, analog_in_1 }) =>
      restated || occurred_at === null ? [] : [row(occurred_at, cycle_time, temperature_1, analog_in_1, TYPE.cycle)],
    ),
    ...batch.tlm.map((reading) =>
      row(reading.occurred_at, null, reading.temperature_1, reading.analog_in_1, TYPE.telemetry),
    ),
  ]
  const fresh = told.filter((candidate) => candidate[0] > last).sort((a, b) => a[0] - b[0])
  return fresh.length === 0 ? rows : [...rows, ...fresh]
}
