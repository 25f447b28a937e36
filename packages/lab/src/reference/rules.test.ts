import { describe, test } from 'vitest'
import { comparedRules } from './rules.ts'

describe('The rules agree with a reference model that shares no code with them', () => {
  test.each(comparedRules)('$says', ({ holds }) => {
    holds(40)
  })
})
