import { expect, it } from 'vitest'
import type { MachineTile } from '../../features/tree/types.ts'
import { latestTemperature } from './latest.ts'
import { runLine } from './run-line.ts'

const at = (minute: number) => `2026-06-10T08:${String(minute).padStart(2, '0')}:00Z`
const machine = (cycle: [number, number | null] | null, reading: [number, number | null] | null) =>
  ({
    latest_cycle: cycle && { occurred_at: at(cycle[0]), data: { temperature_1: cycle[1] } },
    latest_tlm_data: reading && { occurred_at: at(reading[0]), temperature_1: reading[1] },
  }) as unknown as MachineTile

it('the latest temperature is of the later of cycle and reading that told one', () => {
  expect(latestTemperature(machine([5, 40], [6, 41]))).toBe(41)
  expect(latestTemperature(machine([7, 40], [6, 41]))).toBe(40)
  expect(latestTemperature(machine([7, null], [6, 41]))).toBe(41)
  expect(latestTemperature(machine(null, null))).toBeNull()
})

it('a run says its tags and how far it is: parts where a cycle makes several, no share without an end', () => {
  const run = {
    ...{
      id: 1,
      tags: [
        { id: 1, name: 'AX-114' },
        { id: 2, name: 'heat 7' },
      ],
      cycles_total: 3000,
      cycles_current: 2060,
    },
    ...{ parts_per_cycle: 2, allow_overrun: false, scrap_qty: 0, started_at: at(0) },
  }
  expect(runLine(run)).toEqual({ tags: 'AX-114, heat 7', done: '4,120 / 6,000', pct: (100 * 2060) / 3000 })
  expect(runLine({ ...run, cycles_total: null, parts_per_cycle: null })).toMatchObject({ done: '2,060', pct: null })
  expect(runLine(null)).toBeNull()
})
