import { describe, expect, it } from 'vitest'
import { emptyBatch } from '../../live/rooms.ts'
import { type MachineData, patchMachineData } from './machine-data.ts'

const second = 1000
const asOf = Date.UTC(2026, 10, 21, 10)
const iso = (at: number): string => new Date(at).toISOString()
const device = { is_primary: true, analog_in_1_config: { unit: '', scale: 1, offset: 0 } }
const machine = { Devices: [device] } as unknown as Parameters<typeof patchMachineData>[2]
const all = { ignoreStartupCycles: false, ignoreOutlierCycles: false }

const known = {
  from: asOf - 3600 * second,
  to: asOf,
  shift: 0,
  isLive: true,
  asOf,
  stretches: [{ id: 5, status: 1, from: asOf - 600 * second, to: null, reason: 'kept' }],
  figures: { cycles: 10 },
  series: { at: [], type: [], count: [], cycle_time: [], cycle_time_avg: null, temp_avg: null, analog_avg: null },
} as unknown as MachineData

const cycle = (at: number, more: object = {}) => ({
  equipment_id: 1,
  count: 1,
  occurred_at: iso(at),
  cycle_time: 12,
  temperature_1: null,
  analog_in_1: null,
  restated: false,
  ...more,
})
const hear = (more: object, of: MachineData = known) => patchMachineData(of, { ...emptyBatch(), ...more }, machine, all)

describe('a period that runs on, after what was told', () => {
  it('counts cycles that ended after it was read, and none twice', () => {
    expect(hear({ cycle: [cycle(asOf + second), cycle(asOf + 2 * second, { count: 3 })] }).figures.cycles).toBe(14)
    expect(hear({ cycle: [cycle(asOf - second)] }).figures.cycles).toBe(10)
    expect(hear({ cycle: [cycle(asOf + second, { restated: true })] }).figures.cycles).toBe(10)
  })

  it('ends the stretch that was open and opens the new one, which has no id until it is read', () => {
    const status = [{ equipment_id: 1, status: 2, started_at: iso(asOf + second) }]
    expect(hear({ status }).stretches).toEqual([
      { id: 5, status: 1, from: asOf - 600 * second, to: asOf + second, reason: 'kept' },
      { status: 2, from: asOf + second, to: null },
    ])
  })

  it('stays the very same where nothing concerns it, and where it is over', () => {
    expect(hear({ comm: [{ equipment_id: 1, last_ping_at: iso(asOf) }] })).toBe(known)
    const over = { ...known, isLive: false }
    expect(hear({ cycle: [cycle(asOf + second)] }, over)).toBe(over)
  })
})
