import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { moduleOrder } from './module-tiers.ts'

const modules = 'packages/server/src/modules'

describe('rule 4: tiers of modules', () => {
  test('a later tier uses an earlier one', () => {
    expect(findingsOf(moduleOrder, { [`${modules}/status/store.ts`]: `import '../telemetry/index.ts'` })).toEqual([])
  })

  test.each([
    ['an earlier tier calling a later one', 'tree', 'status', 'stands in a later tier'],
    ['two of one tier', 'stops', 'runs', 'stands in the same tier'],
  ])('%s fails', (_, from, to, why) => {
    const texts = { [`${modules}/${from}/store.ts`]: `import type { X } from '../${to}/index.ts'` }
    expect(findingsOf(moduleOrder, texts)).toEqual([expect.stringContaining(why)])
  })

  test('a module without a tier fails', () => {
    expect(findingsOf(moduleOrder, { [`${modules}/nowhere/index.ts`]: '' })).toEqual([
      expect.stringContaining('has no tier'),
    ])
  })
})
