import { describe, expect, test } from 'vitest'
import { DOWN, type Interval, OFFLINE, POWERED_OFF, RUNNING } from '../status/index.ts'
import { defaultEquipmentSettings } from '../tree/index.ts'
import { accountOf, formatPct, noFigures, sumAccount, sumFigures, utilPct } from './index.ts'

const timeline: Interval[] = [
  { status: DOWN, startedAt: 100, endedAt: 200 },
  { status: RUNNING, startedAt: 200, endedAt: 500 },
  { status: OFFLINE, startedAt: 500, endedAt: 900 },
  { status: POWERED_OFF, startedAt: 900, endedAt: 1000 },
  { status: RUNNING, startedAt: 1000, endedAt: null },
]

describe('utilization', () => {
  test('is running time over all time since the first evidence, by the default schedule', () => {
    const shifts = [{ from: 0, to: 86_400_000, shift: 0, shiftDate: 19700101 }] as const
    const machine = {
      intervals: timeline,
      shifts,
      settings: [{ from: 0, parentOrgUnitId: 1, ...defaultEquipmentSettings }],
    }
    const account = accountOf(machine, { from: 0, to: 2000 }, 1100, { shift: null, inUnit: null })
    expect(sumAccount(account)).toEqual({ effectiveRunMs: 400, scheduledMs: 1000 })
    expect(utilPct(sumAccount(account))).toBe(40)
  })

  test('of a unit is the sum of run over the sum of scheduled time, never an average', () => {
    const busy = { ...noFigures, effectiveRunMs: 100, scheduledMs: 100 }
    const idle = { ...noFigures, scheduledMs: 300 }
    expect(utilPct(sumFigures([busy, idle]))).toBe(25)
  })

  test('has no percentage where nothing was scheduled', () => {
    expect(utilPct({ effectiveRunMs: 0, scheduledMs: 0 })).toBeNull()
    expect(utilPct({ effectiveRunMs: 10, scheduledMs: 0 })).toBeNull()
  })
})

describe('a percentage is shown', () => {
  test('with two decimals', () => {
    expect(formatPct(200 / 3)).toBe('66.67')
    expect(formatPct(0)).toBe('0.00')
    expect(formatPct(100)).toBe('100.00')
  })

  test('as infinite where nothing was scheduled', () => {
    expect(formatPct(null)).toBe('∞')
    expect(formatPct(Number.POSITIVE_INFINITY)).toBe('∞')
  })
})
