import { describe, expect, it } from 'vitest'
import { emptyBatch } from '../../live/rooms.ts'
import { type MachineData, patchMachineData } from './machine-data.ts'

const second = 1000
const asOf = Date.UTC(2026, 10, 21, 10)
const iso = (at: number): string => new Date(at).toISOString()
const device = { is_primary: true, analog_in_1_config: { unit: '', scale: 1, offset: 0 } }
const machine = { Devices: [device] } as unknown as Parameters<typeof patchMachineData>[2]
const all = { ignoreStartupCycles: false, ignoreOutlierCycles: false }

const current = {
  from: asOf - 3600 * second,
  to: asOf,
  shift: 0,
  isLive: true,
  asOf,
  intervals: [{ id: 5, status: 1, from: asOf - 600 * second, to: null, reason: 'kept' }],
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
  is_startup: false,
  restated: false,
  ...more,
})
const patched = (more: object, before: MachineData = current) =>
  patchMachineData(before, { ...emptyBatch(), ...more }, machine, all)

describe('a period that runs to now, after live messages', () => {
  it('counts cycles that ended after it was read, and none twice', () => {
    expect(patched({ cycle: [cycle(asOf + second), cycle(asOf + 2 * second, { count: 3 })] }).figures.cycles).toBe(14)
    expect(patched({ cycle: [cycle(asOf - second)] }).figures.cycles).toBe(10)
    expect(patched({ cycle: [cycle(asOf + second, { restated: true })] }).figures.cycles).toBe(10)
  })

  it('ends the open interval and opens a new one, which has no id until it is read', () => {
    const status = [{ equipment_id: 1, status: 2, started_at: iso(asOf + second) }]
    expect(patched({ status }).intervals).toEqual([
      { id: 5, status: 1, from: asOf - 600 * second, to: asOf + second, reason: 'kept' },
      { status: 2, from: asOf + second, to: null },
    ])
  })

  it('returns the same object for other messages and for a past period', () => {
    expect(patched({ comm: [{ equipment_id: 1, last_ping_at: iso(asOf) }] })).toBe(current)
    const over = { ...current, isLive: false }
    expect(patched({ cycle: [cycle(asOf + second)] }, over)).toBe(over)
  })
})
