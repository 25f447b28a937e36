import { describe, expect, test } from 'vitest'
import { lineOf, type Row, verdictOn } from './table.ts'

const row = { name: 'P1', unit: 'events/s', against: 'bare', ours: [60, 90, 70], yardstick: [100, 140, 120] }
const isMet = (goal: Row['goal']) => verdictOn({ ...row, goal }).isMet

describe('a row of the bench', () => {
  test('compares medians', () => {
    const { ours, yardstick, ratio } = verdictOn({ ...row, goal: { ratioAtLeast: 0.5 } })
    expect([ours, yardstick]).toEqual([70, 120])
    expect(ratio).toBeCloseTo(0.583, 3)
  })

  test('meets a ratio from it on or up to it, and a limit likewise', () => {
    expect(isMet({ ratioAtLeast: 70 / 120 })).toBe(true)
    expect(isMet({ ratioAtLeast: 0.6 })).toBe(false)
    expect(isMet({ ratioAtMost: 70 / 120 })).toBe(true)
    expect(isMet({ ratioAtMost: 0.5 })).toBe(false)
    expect(isMet({ atMost: 70 })).toBe(true)
    expect(isMet({ atMost: 69 })).toBe(false)
    expect(isMet({ atLeast: 70 })).toBe(true)
    expect(isMet({ atLeast: 71 })).toBe(false)
  })

  test('with two limits meets neither alone', () => {
    expect(isMet({ ratioAtMost: 0.6, atMost: 70 })).toBe(true)
    expect(isMet({ ratioAtMost: 0.6, atMost: 69 })).toBe(false)
    expect(isMet({ ratioAtMost: 0.5, atMost: 70 })).toBe(false)
  })

  test('says it in one line', () => {
    expect(lineOf({ ...row, goal: { ratioAtLeast: 0.6 } })).toMatch(
      /^P1 +70\.0 events\/s +120 events\/s +0\.58 +>= 0\.6 x +NO$/,
    )
    expect(lineOf({ ...row, yardstick: [], goal: { atMost: 80 } })).toMatch(
      /^P1 +70\.0 events\/s +- +- +<= 80\.0 events\/s +yes$/,
    )
  })

  test('without a single run no goal is met', () => {
    expect(verdictOn({ ...row, ours: [], goal: { atMost: 100 } }).isMet).toBe(false)
  })
})
