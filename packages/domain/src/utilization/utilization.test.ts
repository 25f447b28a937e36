import { describe, expect, test } from 'vitest'
import { DOWN, type Interval, OFFLINE, POWERED_OFF, RUNNING } from '../status/index.ts'
import { formatPct, noTotals, statusTotals, sumTotals, utilization, utilizationByDefault } from './index.ts'

const timeline: Interval[] = [
  { status: DOWN, startedAt: 100, endedAt: 200 },
  { status: RUNNING, startedAt: 200, endedAt: 500 },
  { status: OFFLINE, startedAt: 500, endedAt: 900 },
  { status: POWERED_OFF, startedAt: 900, endedAt: 1000 },
  { status: RUNNING, startedAt: 1000, endedAt: null },
]

describe('the totals of a period', () => {
  test('hold what each status lasted, the open one until now', () => {
    expect(statusTotals(timeline, { from: 0, to: 2000 }, 1050)).toEqual({
      runningMs: 350,
      downMs: 100,
      offlineMs: 400,
      poweredOffMs: 100,
    })
  })

  test('hold only what lies inside the period', () => {
    expect(statusTotals(timeline, { from: 150, to: 600 }, 5000)).toEqual({
      runningMs: 300,
      downMs: 50,
      offlineMs: 100,
      poweredOffMs: 0,
    })
    expect(statusTotals(timeline, { from: 1100, to: 1200 }, 5000).runningMs).toBe(100)
  })

  test('are nothing before the first event of the machine, and beyond now', () => {
    expect(statusTotals(timeline, { from: 0, to: 100 }, 5000)).toEqual(noTotals)
    expect(statusTotals(timeline, { from: 2000, to: 3000 }, 1500)).toEqual(noTotals)
  })
})

describe('utilization', () => {
  test('is running time over all time since the first evidence, by the default schedule', () => {
    expect(utilizationByDefault({ runningMs: 1, downMs: 1, offlineMs: 1, poweredOffMs: 1 })).toEqual({
      effectiveRunMs: 1,
      scheduledMs: 4,
      utilPct: 25,
    })
  })

  test('of a unit is the sum of run over the sum of scheduled time, never an average', () => {
    const busy = { ...noTotals, runningMs: 100 }
    const idle = { ...noTotals, downMs: 300 }
    expect(utilizationByDefault(sumTotals([busy, idle])).utilPct).toBe(25)
  })

  test('has no percentage where nothing was scheduled', () => {
    expect(utilizationByDefault(noTotals)).toEqual({ effectiveRunMs: 0, scheduledMs: 0, utilPct: null })
    expect(utilization(10, 0).utilPct).toBeNull()
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
