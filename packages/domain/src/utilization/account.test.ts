import { walk } from '@millwatch/lab/reference/small-machine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccountEntry, accountOf, countsAs, isEffectiveRun, isScheduled, sumAccount } from './account.ts'
import { smallMachine } from './arbitraries.testing.ts'
import { timeInUnit } from './time-in-unit.ts'

const questions = fc.record({
  from: fc.nat(300),
  ms: fc.nat(300),
  shift: fc.constantFrom(null, 1 as const, 2 as const),
})
const lengthOf = (entries: readonly AccountEntry[]) => entries.reduce((sum, { from, to }) => sum + to - from, 0)

describe('An account of a machine', () => {
  test('sums to the figures that looking at each millisecond gives, whatever the switches and the shift', () => {
    fc.assert(
      fc.property(smallMachine, questions, (machine, { from, ms, shift }) => {
        const entries = accountOf(machine, { from, to: from + ms }, machine.now, { shift, inUnit: null })
        const reference = walk(machine, from, from + ms, shift)
        expect(sumAccount(entries)).toEqual({ effectiveRunMs: reference.effective, scheduledMs: reference.scheduled })
      }),
      { numRuns: 300 },
    )
  })

  test('has every way in which time can count among such machines', () => {
    // A fixed seed: other random cases may miss a rare category.
    const machines = fc.sample(fc.tuple(smallMachine, questions), { seed: 1, numRuns: 1000 })
    const met = machines.flatMap(([machine, { from, ms, shift }]) =>
      accountOf(machine, { from, to: from + ms }, machine.now, { shift, inUnit: null }).map(({ as }) => as),
    )
    expect(new Set(met)).toEqual(new Set(countsAs.filter((as) => as !== 'excluded' && as !== 'elsewhere')))
  })

  test('covers all time from the first evidence on, in order and without gaps, and joins equal neighbours', () => {
    fc.assert(
      fc.property(smallMachine, questions, (machine, { from, ms }) => {
        const until = Math.min(from + ms, machine.now)
        const entries = accountOf(machine, { from, to: from + ms }, machine.now, { shift: null, inUnit: null })
        const first = Math.max(machine.intervals[0]?.startedAt ?? until, from)
        expect(lengthOf(entries)).toBe(Math.max(0, until - first))
        entries.forEach((entry, i) => {
          const next = entries[i + 1]
          expect(entry.to).toBeGreaterThan(entry.from)
          if (next === undefined) return
          expect(next.from).toBe(entry.to)
          expect({ ...next, from: 0, to: 0 }).not.toEqual({ ...entry, from: 0, to: 0 })
        })
      }),
      { numRuns: 100 },
    )
  })

  test('seen from a unit counts only while the machine stood there, was active and not excluded', () => {
    fc.assert(
      fc.property(
        smallMachine,
        questions,
        fc.array(fc.tuple(fc.boolean(), fc.boolean())),
        (machine, { from, ms }, moves) => {
          const settings = machine.settings.map((current, i) => {
            const [isThere = true, utilExcluded = false] = moves[i] ?? []
            return { ...current, parentOrgUnitId: isThere ? 1 : 2, utilExcluded }
          })
          const period = { from, to: from + ms }
          const inUnit = timeInUnit(settings, new Set([1]), period)
          const entries = accountOf({ ...machine, settings }, period, machine.now, { shift: null, inUnit })
          const parts = inUnit.counts.map((range) => walk({ ...machine, settings }, range.from, range.to, null))
          expect(sumAccount(entries)).toEqual({
            effectiveRunMs: parts.reduce((sum, part) => sum + part.effective, 0),
            scheduledMs: parts.reduce((sum, part) => sum + part.scheduled, 0),
          })
        },
      ),
      { numRuns: 100 },
    )
  })
})

test('Whatever is neither run nor scheduled says why in its name', () => {
  expect(countsAs.filter((as) => !isEffectiveRun(as) && !isScheduled(as))).toEqual([
    'running_outside_left_out',
    'unscheduled',
    'other_shift',
    'archived',
    'excluded',
    'elsewhere',
  ])
})
