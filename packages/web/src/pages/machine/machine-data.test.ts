import { SECOND_MS } from '@millwatch/domain/time'
import { describe, expect, it } from 'vitest'
import { emptyBatch } from '../../live/rooms.ts'
import { type MachineData, patchMachineData } from './machine-data.ts'

const asOf = Date.UTC(2026, 10, 21, 10)
const iso = (at: number): string => new Date(at).toISOString()
const device = { is_primary: true, analog_in_1_config: { unit: '', scale: 1, offset: 0 } }
const machine = { Devices: [device] } as unknown as Parameters<typeof patchMachineData>[2]
const all = { ignoreStartupCycles: false, ignoreOutlierCycles: false }

const current = {
  from: asOf - 3600 * SECOND_MS,
  to: asOf,
  shift: 0,
  isLive: true,
  asOf,
  intervals: [{ id: 5, status: 1, from: asOf - 600 * SECOND_MS, to: null, reason: 'kept' }],
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
    expect(
      patched({ cycle: [cycle(asOf + SECOND_MS), cycle(asOf + 2 * SECOND_MS, { count: 3 })] }).figures.cycles,
    ).toBe(14)
    expect(patched({ cycle: [cycle(asOf - SECOND_MS)] }).figures.cycles).toBe(10)
    expect(patched({ cycle: [cycle(asOf + SECOND_MS, { restated: true })] }).figures.cycles).toBe(10)
  })

  it('ends the open interval and opens a new one, which has no id until it is read', () => {
    const status = [{ equipment_id: 1, status: 2, started_at: iso(asOf + SECOND_MS) }]
    expect(patched({ status }).intervals).toEqual([
      { id: 5, status: 1, from: asOf - 600 * SECOND_MS, to: asOf + SECOND_MS, reason: 'kept' },
      { status: 2, from: asOf + SECOND_MS, to: null },
    ])
  })

  it('returns the same object for other messages and for a past period', () => {
    expect(patched({ comm: [{ equipment_id: 1, last_ping_at: iso(asOf) }] })).toBe(current)
    const over = { ...current, isLive: false }
    expect(patched({ cycle: [cycle(asOf + SECOND_MS)] }, over)).toBe(over)
  })
})
