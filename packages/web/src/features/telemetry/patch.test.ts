import { describe, expect, it } from 'vitest'
import type { RawRow } from './patch.ts'
import { appendRows } from './patch.ts'

const known: RawRow[] = [[1000, 12, 41, null, null, [], 1]]
const cycle = (at: number, restated = false) => ({
  equipment_id: 1,
  count: 1,
  occurred_at: new Date(at * 1000).toISOString(),
  cycle_time: 13,
  temperature_1: null,
  analog_in_1: null,
  restated,
})

describe('rows told live', () => {
  it('stand after those that were read', () => {
    expect(appendRows(known, { cycle: [cycle(1013)], tlm: [] })).toEqual([
      ...known,
      [1013, 13, null, null, null, [], 1],
    ])
  })

  it('stand in time order whatever their kind', () => {
    const tlm = [
      { equipment_id: 1, occurred_at: new Date(1005_000).toISOString(), temperature_1: 40, analog_in_1: null },
    ]
    expect(appendRows(known, { cycle: [cycle(1013)], tlm }).map((row) => row[0])).toEqual([1000, 1005, 1013])
  })

  it('that were read already, or restate the past, change nothing', () => {
    expect(appendRows(known, { cycle: [cycle(1000), cycle(1020, true)], tlm: [] })).toBe(known)
  })
})
