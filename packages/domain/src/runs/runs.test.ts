import { describe, expect, test } from 'vitest'
import { completionOf, countedRun, isOfRun, partsDesired, partsOf, runAt, termsOf } from './index.ts'

const run = { startedAt: 100, endedAt: 200, partsPerCycle: 4 }

describe('a run', () => {
  test('has the cycles after its start, up to and at its end', () => {
    expect([100, 101, 200, 201].map((at) => isOfRun(run, at))).toEqual([false, true, true, false])
    expect(isOfRun({ startedAt: 100, endedAt: null }, 1e12)).toBe(true)
    expect(isOfRun({ startedAt: 100, endedAt: 100 }, 100)).toBe(false)
  })

  test('that follows at the end of another does not share a cycle with it', () => {
    const next = { startedAt: 200, endedAt: null, partsPerCycle: null }
    expect([runAt([run, next], 200), runAt([run, next], 201), runAt([run], 201)]).toEqual([run, next, null])
  })

  test('makes parts by cycle, one where nothing is said', () => {
    expect([partsOf(3, run), partsOf(3, { partsPerCycle: null }), partsOf(3, null)]).toEqual([12, 3, 3])
    expect(partsDesired({ cyclesTotal: 5, partsPerCycle: 4 })).toBe(20)
    expect(partsDesired({ cyclesTotal: null, partsPerCycle: 4 })).toBeNull()
  })
})

describe('terms', () => {
  test('without a total are indefinite, and overrun is forced', () => {
    const indefinite = { cyclesTotal: null, partsPerCycle: null, allowOverrun: true }
    expect(termsOf({})).toEqual(indefinite)
    expect(termsOf({ cyclesTotal: 0, partsPerCycle: 0, allowOverrun: false })).toEqual(indefinite)
    expect(termsOf({ partsPerCycle: 2 })).toEqual({ ...indefinite, partsPerCycle: 2 })
  })

  test('with a total need parts per cycle, and end there unless overrun is allowed', () => {
    expect(termsOf({ cyclesTotal: 5 })).toBeNull()
    expect(termsOf({ cyclesTotal: 5, partsPerCycle: 2 })).toEqual({
      cyclesTotal: 5,
      partsPerCycle: 2,
      allowOverrun: false,
    })
    expect(termsOf({ cyclesTotal: 5, partsPerCycle: 2, allowOverrun: true })?.allowOverrun).toBe(true)
  })
})

describe('an end', () => {
  const cycles = [
    { at: 30, count: 1 },
    { at: 10, count: 2 },
    { at: 20, count: 5 },
    { at: 20, count: 1 },
  ]

  test('is at the cycle that reaches the total; a count is not divided, nor is a millisecond', () => {
    expect(completionOf(cycles, 2)).toEqual({ at: 10, cycles: 2 })
    expect(completionOf(cycles, 3)).toEqual({ at: 20, cycles: 8 })
    expect(completionOf(cycles, 9)).toEqual({ at: 30, cycles: 9 })
    expect(completionOf(cycles, 10)).toBeNull()
  })

  test('is where a person says, where the total is not reached, or there is none, or it may be passed', () => {
    const ended = { endedAt: 25, endedByCount: false, cyclesTotal: 3, allowOverrun: false }
    const reached = { at: 20, cycles: 8 }
    expect(countedRun(ended, 8, null)).toEqual({ endedAt: 25, endedByCount: false, cycles: 8 })
    expect(countedRun({ ...ended, allowOverrun: true }, 8, reached).endedAt).toBe(25)
    expect(countedRun({ ...ended, cyclesTotal: null }, 8, null).endedAt).toBe(25)
    expect(countedRun(ended, 8, reached)).toEqual({ endedAt: 20, endedByCount: true, cycles: 8 })
  })
})
