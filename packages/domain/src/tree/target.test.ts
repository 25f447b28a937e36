import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targetPctOf, treeOf } from './index.ts'

const target = fc.option(fc.integer({ min: 1, max: 100 }), { nil: null })

test('the target of a unit is its own, else that of the nearest unit above that has one, else 80 %', () => {
  fc.assert(
    fc.property(fc.array(target, { minLength: 1, maxLength: 8 }), (targets) => {
      const units = targets.map((targetPct, index) => ({
        id: index + 1,
        parentId: index === 0 ? null : index,
        timeZone: null,
        targetPct,
      }))
      const tree = treeOf(units)
      for (const [index] of targets.entries()) {
        const wanted = targets.slice(0, index + 1).findLast((pct) => pct !== null) ?? 80
        expect(targetPctOf(tree, index + 1)).toBe(wanted)
      }
      expect(targetPctOf(tree, 99)).toBe(80)
    }),
  )
})
