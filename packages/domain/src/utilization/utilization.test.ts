import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DOWN, type Interval, OFFLINE, POWERED_OFF, RUNNING } from '../status/index.ts'
import { defaultEquipmentSettings } from '../tree/index.ts'
import { accountOf, formatPct, isUnderTarget, noFigures, roundedPct, sumAccount, sumFigures, utilPct } from './index.ts'

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

  test('never as a whole percent that it is below: 79.996 % is listed as under 80 %', () => {
    expect(formatPct(79.996)).toBe('79.99')
    expect(formatPct(99.9999)).toBe('99.99')
    expect(formatPct(80.004)).toBe('80.00')
    // 57 of 100, as numbers of the computer have it.
    expect(formatPct(0.57 * 100)).toBe('57.00')
    expect(isUnderTarget(0.57 * 100, 57, false)).toBe(false)
    expect(roundedPct(79.97, 1)).toBe('79.9')
  })

  test('below a limit exactly when it is below it', () => {
    const limits = fc.integer({ min: 100, max: 10_000 }).map((hundredths) => hundredths / 100)
    const near = fc.oneof(
      fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      fc.double({ min: -100, max: 100, noNaN: true }),
    )
    fc.assert(
      fc.property(limits, near, (limit, distance) => {
        const pct = Math.max(0, limit + distance)
        const shown = Number(formatPct(pct, limit))
        expect(shown < limit).toBe(isUnderTarget(pct, limit, false))
        expect(Math.abs(shown - pct)).toBeLessThan(0.01 + 1e-9)
        if (Number.isInteger(limit)) expect(Number(formatPct(pct)) < limit).toBe(isUnderTarget(pct, limit, false))
      }),
      { numRuns: 2000 },
    )
  })

  test('as infinite where nothing was scheduled', () => {
    expect(formatPct(null)).toBe('∞')
    expect(formatPct(Number.POSITIVE_INFINITY)).toBe('∞')
  })
})
