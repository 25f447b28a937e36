import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumUpTree } from './sum-up-tree.ts'
import { subtreeOf, type TreeUnit, treeOf } from './tree.ts'

/** Machine in a unit, with hours of run and of schedule. */
interface Machine {
  readonly unit: number
  readonly run: number
  readonly scheduled: number
}

const add = (a: Omit<Machine, 'unit'>, b: Omit<Machine, 'unit'>) => ({
  run: a.run + b.run,
  scheduled: a.scheduled + b.scheduled,
})

/** Trees of up to 12 units; unit 1 is the root, each other unit is under an earlier one. */
const units = fc
  .array(fc.nat(), { maxLength: 11 })
  .map((parents): TreeUnit[] => [
    { id: 1, parentId: null, timeZone: null },
    ...parents.map((parent, i) => ({ id: i + 2, parentId: (parent % (i + 1)) + 1, timeZone: null })),
  ])
const machines = fc.array(fc.record({ unit: fc.nat(11), run: fc.nat(1000), scheduled: fc.nat(1000) }), {
  maxLength: 30,
})

test('the sum of a unit is that of the hours of all machines in it and below it', () => {
  fc.assert(
    fc.property(units, machines, (all, some) => {
      const tree = treeOf(all)
      const placed = some.map((machine) => ({ ...machine, unit: (machine.unit % all.length) + 1 }))
      const values = Map.groupBy(placed, ({ unit }) => unit)
      const none = { run: 0, scheduled: 0 }
      const sums = sumUpTree(tree, 1, values, add, none)
      expect(sums.size).toBe(all.length)
      for (const { id } of all) {
        const under = new Set(subtreeOf(tree, id).map((unit) => unit.id))
        expect(sums.get(id)).toEqual(placed.filter(({ unit }) => under.has(unit)).reduce(add, none))
      }
    }),
  )
})

test('an empty unit has the sum of nothing', () => {
  const tree = treeOf([{ id: 4, parentId: null, timeZone: null }])
  expect(sumUpTree(tree, 4, new Map(), (a: number, b: number) => a + b, 0)).toEqual(new Map([[4, 0]]))
})
