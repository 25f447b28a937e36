import { describe, test } from 'vitest'
import { judged } from './rules.testing.ts'

describe('10,000 times the rules agree with a naive computation that shares no code with them', () => {
  test.each(judged)('$says', ({ holds }) => {
    holds(10_000)
  })
})
