import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cyclesFor,
  isIndefinite,
  isUpdated,
  leastPartQty,
  madeIfScrapExceeds,
  missingToStart,
  partsIfRounded,
  type RunEntry,
} from './entry.ts'
import { progressOf } from './progress.ts'

const entry: RunEntry = {
  tagIds: [1],
  partQty: 100,
  partsPerCycle: 4,
  indefinite: false,
  allowOverrun: false,
  notifyRosterIds: [],
}

describe('cycles of a part quantity', () => {
  it('are just enough: one less would make too few', () => {
    const quantity = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(quantity, fc.integer({ min: 1, max: 500 }), (partQty, perCycle) => {
        const cycles = cyclesFor(partQty, perCycle)
        expect(cycles * perCycle).toBeGreaterThanOrEqual(partQty)
        expect((cycles - 1) * perCycle).toBeLessThan(partQty)
      }),
    )
  })

  it('are not one too many because of how decimals are divided', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 99 }), (cycles, tenths) => {
        expect(cyclesFor((cycles * tenths) / 10, tenths / 10)).toBe(cycles)
      }),
    )
  })

  it('are 0 where that is not finite', () => {
    expect(cyclesFor(100, 0)).toBe(0)
    expect(cyclesFor(100, null)).toBe(0)
    expect(cyclesFor(null, null)).toBe(0)
  })
})

describe('a run that is typed in', () => {
  it('starts with a tag, and with both quantities or indefinitely', () => {
    expect(missingToStart(entry)).toBeNull()
    expect(missingToStart({ ...entry, tagIds: [] })).toBe('tag')
    expect(missingToStart({ ...entry, partQty: null })).toBe('quantity')
    expect(missingToStart({ ...entry, partsPerCycle: 0 })).toBe('quantity')
    expect(missingToStart({ ...entry, partsPerCycle: -1 })).toBe('quantity')
    expect(missingToStart({ ...entry, partQty: null, partsPerCycle: null, indefinite: true })).toBeNull()
  })

  it('is updated only when the quantity or who is notified is another', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(ids, ids, (rostersBefore, rostersAfter) => {
        const same = rostersBefore.toSorted().join() === rostersAfter.toSorted().join()
        expect(
          isUpdated({ ...entry, notifyRosterIds: rostersBefore }, { ...entry, notifyRosterIds: rostersAfter }),
        ).toBe(!same)
        expect(
          isUpdated(
            { ...entry, notifyRosterIds: rostersBefore },
            { ...entry, notifyRosterIds: rostersBefore.toReversed() },
          ),
        ).toBe(false)
      }),
    )
    expect(isUpdated(entry, { ...entry, partQty: 101 })).toBe(true)
  })

  it('cannot fall below what is made, and is indefinite without a total or parts per cycle', () => {
    expect(leastPartQty(7, 4)).toBe(28)
    expect(cyclesFor(leastPartQty(7, 0.3), 0.3)).toBe(7)
    expect(isIndefinite({ cyclesTotal: null, partsPerCycle: 2 })).toBe(true)
    expect(isIndefinite({ cyclesTotal: 5, partsPerCycle: null })).toBe(true)
    expect(isIndefinite({ cyclesTotal: 5, partsPerCycle: 2 })).toBe(false)
  })

  it('says what whole cycles make of a quantity', () => {
    expect(partsIfRounded(100, 3)).toBe(102)
    expect(partsIfRounded(99, 3)).toBeUndefined()
    expect(partsIfRounded(0.9, 0.3)).toBeUndefined()
    expect(partsIfRounded(null, 3)).toBeUndefined()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 50 }), (partQty, partsPerCycle) => {
        const parts = partsIfRounded(partQty, partsPerCycle) ?? partQty
        expect(parts % partsPerCycle).toBe(0)
        expect(parts - partQty).toBeGreaterThanOrEqual(0)
        expect(parts - partQty).toBeLessThan(partsPerCycle)
      }),
    )
  })

  it('cannot scrap more parts than it made without a yes', () => {
    const run = { cyclesCurrent: 4, partsPerCycle: 2, scrapQty: 1 }
    expect(madeIfScrapExceeds(run, 7)).toBeUndefined()
    expect(madeIfScrapExceeds(run, 8)).toBe(8)
    expect(madeIfScrapExceeds({ ...run, cyclesCurrent: 0, scrapQty: 0 }, 5)).toBe(0)
    expect(madeIfScrapExceeds({ ...run, scrapQty: 9 }, 0)).toBeUndefined()
  })
})

describe('the progress of a run', () => {
  const run = { cyclesTotal: 100, cyclesCurrent: 25, partsPerCycle: 2, startedAt: 1000 }

  it('is what is done of what is to be done, with the end at its own rate', () => {
    expect(progressOf(run, 26_000)).toEqual({
      ratio: 0.25,
      isComplete: false,
      partsTotal: 200,
      partsRemaining: 150,
      expectedEndAt: 101_000,
    })
    expect(progressOf({ ...run, cyclesTotal: null }, 26_000)).toBeNull()
  })

  it('never has less than nothing left, and ends later than now while anything is', () => {
    const cycles = fc.integer({ min: 0, max: 5000 })
    fc.assert(
      fc.property(cycles, fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 1e9 }), (done, total, ms) => {
        const progress = progressOf({ ...run, cyclesCurrent: done, cyclesTotal: total }, run.startedAt + ms)
        expect(progress?.partsRemaining).toBe(2 * Math.max(0, total - done))
        expect(progress?.isComplete).toBe(done >= total)
        if (done >= total || done === 0) expect(progress?.expectedEndAt).toBeNull()
        else expect(progress?.expectedEndAt).toBeGreaterThanOrEqual(run.startedAt + ms)
      }),
    )
  })
})
