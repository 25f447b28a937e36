import { expect, it } from 'vitest'
import type { MachineTile } from '../features/tree/types.ts'
import { latestTemperature } from './latest.ts'

const at = (minute: number) => `2026-06-10T08:${String(minute).padStart(2, '0')}:00Z`
const machine = (cycle: [number, number | null] | null, reading: [number, number | null] | null) =>
  ({
    latest_cycle: cycle && { occurred_at: at(cycle[0]), data: { temperature_1: cycle[1] } },
    latest_tlm_data: reading && { occurred_at: at(reading[0]), temperature_1: reading[1] },
  }) as unknown as MachineTile

it('the latest temperature is that of the newer of cycle and reading', () => {
  expect(latestTemperature(machine([5, 40], [6, 41]))).toBe(41)
  expect(latestTemperature(machine([7, 40], [6, 41]))).toBe(40)
  expect(latestTemperature(machine([7, null], [6, 41]))).toBe(41)
  expect(latestTemperature(machine(null, null))).toBeNull()
})
