import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { secondsOf } from './longest-first.ts'

test('files that take long are known by their path', () => {
  expect(secondsOf('/any/tools/fault/faults.integration.test.ts')).toBeGreaterThan(60)
  expect(secondsOf('/any/tools/default/faults.integration.test.ts')).toBe(0)
})

test('each file in the list of long ones exists', () => {
  const there = globSync(['packages/*/src/**/*.integration.test.ts', 'tools/**/*.integration.test.ts']).filter(
    (path) => secondsOf(`/${path}`) > 0,
  )
  expect(there).toHaveLength(19)
})
