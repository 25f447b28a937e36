import { describe, test } from 'vitest'
import { judged } from './rules.testing.ts'

describe('The rules agree with a naive computation that shares no code with them', () => {
  test.each(judged)('$says', ({ holds }) => {
    holds(100)
  })
})
