import { addSums, figuresUnder, noSums, SUM, type Switches } from '@millwatch/domain/utilization'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allFigures, type UtilizationFigures, utilizationFigures } from './figure-sets.ts'

const switches: fc.Arbitrary<Switches> = fc.record({
  active: fc.boolean(),
  utilCappedBySchedule: fc.boolean(),
  utilInclLtXsfDt: fc.boolean(),
})
const times = fc
  .array(fc.integer({ min: 0, max: 2_678_400_000 }), { minLength: SUM.cycles, maxLength: SUM.cycles })
  .map((ms) => addSums(noSums(), ms))

const utilizationOf = ({ scheduledMs, effectiveRunMs, offlineScheduledMs }: UtilizationFigures) => ({
  scheduledMs,
  effectiveRunMs,
  offlineScheduledMs,
})

test('Figures of utilization are those of all figures, under any settings', () => {
  fc.assert(
    fc.property(times, switches, (sums, settings) => {
      expect(utilizationFigures.under(sums, settings)).toEqual(utilizationOf(figuresUnder(sums, settings)))
    }),
  )
})

test('Figures of utilization of several machines are added up as all figures are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(times, switches), { maxLength: 5 }), (machines) => {
      const short = machines.map(([sums, settings]) => utilizationFigures.under(sums, settings))
      const all = machines.map(([sums, settings]) => allFigures.under(sums, settings))
      expect(utilizationOf(utilizationFigures.sum(short))).toEqual(utilizationOf(allFigures.sum(all)))
    }),
  )
  expect(utilizationOf(utilizationFigures.none)).toEqual(utilizationFigures.sum([]))
})
