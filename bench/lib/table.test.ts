import { describe, expect, test } from 'vitest'
import { lineOf, type Row, verdictOn } from './table.ts'

const row = { name: 'P1', unit: 'events/s', against: 'bare', ours: [60, 90, 70], yardstick: [100, 140, 120] }

describe('a row of the bench', () => {
  test('compares medians', () => {
    const { ours, yardstick, ratio } = verdictOn({ ...row, goal: { ratioAtLeast: 0.5 } })
    expect([ours, yardstick]).toEqual([70, 120])
    expect(ratio).toBeCloseTo(0.583, 3)
  })

  test('meets a ratio from it on, and a limit up to it', () => {
    const isMet = (goal: Row['goal']) => verdictOn({ ...row, goal }).isMet
    expect(isMet({ ratioAtLeast: 70 / 120 })).toBe(true)
    expect(isMet({ ratioAtLeast: 0.6 })).toBe(false)
    expect(isMet({ atMost: 70 })).toBe(true)
    expect(isMet({ atMost: 69 })).toBe(false)
  })

  test('says it in one line', () => {
    expect(lineOf({ ...row, goal: { ratioAtLeast: 0.6 } })).toMatch(
      /^P1 +70\.0 events\/s +120 events\/s +0\.58 +>= 0\.6 x +NO$/,
    )
  })

  test('without a single run no goal is met', () => {
    expect(verdictOn({ ...row, ours: [], goal: { atMost: 100 } }).isMet).toBe(false)
  })
})
