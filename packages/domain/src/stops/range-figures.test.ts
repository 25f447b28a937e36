import { describe, expect, test } from 'vitest'
import { defaultEquipmentSettings } from '../tree/index.ts'
import { haveSameFigures, rangeFiguresOf } from './range-figures.ts'

const settings = [{ from: 0, parentOrgUnitId: 1, ...defaultEquipmentSettings, excessiveDowntimeThresholdMs: 50 }]
const shift = (from: number, to: number) => ({ from, to, shift: 1 as const, shiftDate: 20260302 })
const machine = {
  intervals: [
    { status: 1 as const, startedAt: 100, endedAt: 200 },
    { status: 2 as const, startedAt: 200, endedAt: 300 },
    { status: 3 as const, startedAt: 300, endedAt: 350 },
    { status: 2 as const, startedAt: 350, endedAt: null },
  ],
  shifts: [shift(0, 250), shift(340, 1000)],
  settings,
}

describe('figures of a range', () => {
  test('is the time of each status in it, its stops by their whole length, and what was scheduled', () => {
    expect(rangeFiguresOf(machine, { from: 150, to: 360 }, 390)).toEqual({
      runningMs: 50,
      downMs: 110,
      offlineMs: 50,
      poweredOffMs: 0,
      stops: 2,
      excessiveStops: 1,
      scheduledMs: 120,
    })
    expect(rangeFiguresOf(machine, { from: 150, to: 360 }, 400).excessiveStops).toBe(2)
  })

  test('ends now, and is not scheduled before the first evidence', () => {
    const figures = rangeFiguresOf(machine, { from: 0, to: 5000 }, 400)
    expect([figures.scheduledMs, figures.downMs]).toEqual([150 + 60, 150])
  })

  test('is alike where every figure is', () => {
    const figures = rangeFiguresOf(machine, { from: 150, to: 360 }, 390)
    expect(haveSameFigures(figures, { ...figures })).toBe(true)
    for (const key of Object.keys(figures)) expect(haveSameFigures(figures, { ...figures, [key]: -1 })).toBe(false)
  })
})
