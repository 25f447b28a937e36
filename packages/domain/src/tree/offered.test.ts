import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOfferedOn, type OfferLimits } from './offered.ts'

const id = fc.integer({ min: 1, max: 6 })
const ids = fc.array(id, { maxLength: 3 })
const limits: fc.Arbitrary<Required<OfferLimits>> = fc.record({
  orgUnitIds: ids,
  equipmentIds: ids,
  categoryIds: ids,
  manufacturerIds: ids,
  modelIds: ids,
})
const machine = fc.record({
  equipmentId: id,
  orgUnitIds: fc.uniqueArray(id, { minLength: 1 }).map((list) => new Set(list)),
  categoryId: fc.option(id),
  manufacturerId: fc.option(id),
  modelId: fc.option(id),
})

describe('a reason, a tag or a part', () => {
  test('without any list is offered on every machine', () => {
    fc.assert(fc.property(machine, (placed) => isOfferedOn({}, placed)))
  })

  test('is offered where any of its lists matches, and else nowhere', () => {
    const property = fc.property(limits, machine, (lists, placed) => {
      const pairs: [readonly number[], readonly (number | null)[]][] = [
        [lists.orgUnitIds, [...placed.orgUnitIds]],
        [lists.equipmentIds, [placed.equipmentId]],
        [lists.categoryIds, [placed.categoryId]],
        [lists.manufacturerIds, [placed.manufacturerId]],
        [lists.modelIds, [placed.modelId]],
      ]
      const matches = pairs.filter(([list, values]) => values.some((value) => value !== null && list.includes(value)))
      const entries = pairs.flatMap(([list]) => list)
      expect(isOfferedOn(lists, placed)).toBe(entries.length === 0 || matches.length > 0)
    })
    fc.assert(property, { numRuns: 500 })
  })
})
