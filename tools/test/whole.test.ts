import { expect, test } from 'vitest'
import { progressAt } from './whole.ts'

test('a run of the same commit continues where it ended, one of another commit starts again', () => {
  const stored = { commit: 'a', passed: ['one.long.test.ts'] }
  expect(progressAt('a', stored)).toEqual(stored)
  expect(progressAt('b', stored)).toEqual({ commit: 'b', passed: [] })
  expect(progressAt('a', undefined)).toEqual({ commit: 'a', passed: [] })
})
