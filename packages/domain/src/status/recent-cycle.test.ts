import { describe, expect, test } from 'vitest'
import { type LastCycle, lacksRecentCycle, showsRecentCycles } from './recent-cycle.ts'

const hour = 3_600_000
const now = Date.parse('2026-03-10T15:00:00Z')

describe('machines without a recent cycle', () => {
  const machine: LastCycle = { active: true, hasStatus: true, lastCycleAt: now - 48 * hour, source: 'cycles' }

  test('had their last cycle 48 h ago or earlier', () => {
    expect(lacksRecentCycle(machine, now)).toBe(true)
    expect(lacksRecentCycle({ ...machine, lastCycleAt: now - 48 * hour + 1 }, now)).toBe(false)
    expect(lacksRecentCycle({ ...machine, source: 'status' }, now)).toBe(true)
  })

  test('never cycled, only where cycles decide their status', () => {
    expect(lacksRecentCycle({ ...machine, lastCycleAt: null }, now)).toBe(true)
    for (const source of ['status', 'inputs', null] as const)
      expect(lacksRecentCycle({ ...machine, lastCycleAt: null, source }, now)).toBe(false)
  })

  test('are neither archived nor without any data', () => {
    expect(lacksRecentCycle({ ...machine, active: false }, now)).toBe(false)
    expect(lacksRecentCycle({ ...machine, hasStatus: false, lastCycleAt: null }, now)).toBe(false)
  })

  test('are shown if the period begins within 7 calendar days, also over a change of clocks', () => {
    // Clocks of Chicago went forward on 8 March: these 7 days have 167 hours.
    expect(showsRecentCycles(now - 167 * hour, now, 'America/Chicago')).toBe(true)
    expect(showsRecentCycles(now - 167 * hour - 1, now, 'America/Chicago')).toBe(false)
    expect(showsRecentCycles(now - 168 * hour, now, 'UTC')).toBe(true)
    expect(showsRecentCycles(now - 168 * hour - 1, now, 'UTC')).toBe(false)
  })
})
