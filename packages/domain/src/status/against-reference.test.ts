import { Replay, referenceForm } from '@millwatch/lab/reference/replay'
import { intervalText, setOf, textOf } from '@millwatch/lab/reference/set-text'
import { computedMaxCycleMs, referenceStatus } from '@millwatch/lab/reference/status'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrivalRunsAgree, orderedRunAgrees, orderedRunsAgree } from './against-reference.testing.ts'
import { computedMaximumCycle } from './index.ts'

describe('The status of any set of events is what the rules say', () => {
  it('computed once, in order', () => {
    orderedRunsAgree(400)
  })

  it('computed as it came: in any order, in parts, twice, with timers in between', () => {
    expect(arrivalRunsAgree(400), 'recomputations that met the old state before its end').toBeGreaterThan(0)
  })
})

describe('T computed from cycle times', () => {
  it('is made of cycles long before a person emptied the setting, too', () => {
    const hourMs = 3_600_000
    const machine = new Replay(3)
    machine.changeSetting({ from: 0, ms: hourMs }, 0)
    for (let i = 1; i <= 150; i++) {
      const at = i * 2 * hourMs
      machine.receive([{ at, batchId: 'b', position: i, type: 'cycle', cycleMs: 3_000_000 }], at)
    }
    machine.changeSetting({ from: 300 * hourMs, ms: null }, 300 * hourMs)
    const now = 301 * hourMs + 900_000
    machine.tick(now)
    expect(referenceForm(machine.shown)).toEqual(referenceStatus(machine.set, now))
    expect(machine.shown.at(-1), 'T is 75 minutes').toMatchObject({ status: 1, startedAt: 300 * hourMs - 3_000_000 })
  })

  it('is what the rules say, to the millisecond', () => {
    const upTo = fc.constantFrom(2_000_000, 100_000_000)
    const spacing = fc.tuple(upTo.chain(fc.nat), fc.constantFrom(0, 1, 7, 1000, 2_000_000))
    const times = spacing.chain(([from, by]) => fc.array(fc.integer({ min: from, max: from + by }), { maxLength: 100 }))
    fc.assert(
      fc.property(times, (cycleMs) => {
        expect(computedMaximumCycle(cycleMs)).toBe(computedMaxCycleMs(cycleMs))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('The reference model', () => {
  it.each([
    {
      says: 'at exactly T nothing has happened yet',
      set: 'cycle 0 b#0 c=60000\n cycle 300000 b#1\n cycle 600001 b#2',
      now: 600_001,
      intervals: '-60000 running 300000\n 300000 down 600001\n 600001 running open',
    },
    {
      says: 'at exactly the limit nothing has happened yet',
      set: 'tlm 0 b#0\n tlm 600000 b#1\n tlm 1200001 b#2',
      now: 1_200_001,
      intervals: '0 down 600000\n 600000 offline 1200001\n 1200001 down open',
    },
    {
      says: 'a late ping closes a gap, and the machine begins where it reaches',
      set: 'tlm 0 b#0\n tlm 1200000 b#1\n ping 1300000 b#2 since=-5',
      now: 1_300_000,
      intervals: '-5 down open',
    },
    {
      says: 'a cycle ends a power-off at its start, and does not reach behind it',
      set: 'T 0 900000\n power 0 b#0 off\n power 400000 b#1 off\n cycle 700000 b#2 c=200000',
      now: 700_000,
      intervals: '0 powered-off 500000\n 500000 running open',
    },
    {
      says: 'cycles decide until the first status, and what they said before it stands',
      set: 'cycle 0 b#0\n cycle 100000 b#1\n status 200000 b#2 down\n cycle 250000 b#3 c=50000',
      now: 300_000,
      intervals: '0 running 200000\n 200000 down open',
    },
    {
      says: 'a new primary starts anew, and its own times are cut at its assignment',
      set: 'primary 100000\n cycle 0 b#0 c=1000\n cycle 150000 b#1 c=200000',
      now: 200_000,
      intervals: '-1000 running open',
    },
  ])('$says', ({ set, now, intervals }) => {
    const read = setOf(set)
    expect(setOf(textOf(read))).toEqual(read)
    expect(intervalText(referenceStatus(read, now))).toBe(intervals.replaceAll('\n ', '\n'))
    orderedRunAgrees(read, now)
  })
})
