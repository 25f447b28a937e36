import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longFiles, secondsOf } from './longest-first.ts'

test('files that take long are known by their path', () => {
  expect(secondsOf('/any/tools/fault/faults.long.test.ts')).toBeGreaterThan(60)
  expect(secondsOf('/any/tools/default/faults.long.test.ts')).toBe(0)
})

test('each file in the list of long ones exists', () => {
  const there = globSync(['packages/*/src', 'tools'].map((folder) => `${folder}/**/*.{integration,long}.test.ts`))
  expect(longFiles.filter((end) => !there.some((path) => path.endsWith(`/${end}`)))).toEqual([])
})
