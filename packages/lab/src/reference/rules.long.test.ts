import { describe, test } from 'vitest'
import { coverCases } from '../budget.ts'
import { comparedRules } from './rules.ts'

describe('Up to 10,000 times the rules agree with a reference model that shares no code with them', () => {
  test.each(comparedRules)('$says', async ({ says, holds }) => {
    await coverCases({ title: says, whole: 10_000, share: 100, properties: comparedRules.length, run: holds })
  })
})
