import { expect, test } from 'vitest'
import { PARTS, partOf, progressAt } from './long.ts'

test('a run of the same commit and budget continues where it ended, another one starts again', () => {
  const stored = { commit: 'a', budget: '', parts: { 3: { passed: 5, failed: 0 } } }
  expect(progressAt('a', '', stored)).toEqual(stored)
  expect(progressAt('b', '', stored)).toEqual({ commit: 'b', budget: '', parts: {} })
  expect(progressAt('a', '0', stored)).toEqual({ commit: 'a', budget: '0', parts: {} })
  expect(progressAt('a', '', undefined)).toEqual({ commit: 'a', budget: '', parts: {} })
})

test('each part is the part of some commits', () => {
  const parts = Array.from({ length: PARTS }, (_, i) => partOf(i.toString(16).padStart(40, '0').slice(-8)))
  expect(parts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: PARTS }, (_, i) => i + 1))
  expect(partOf('29e424e2d53a7a4f6d1e4a1f3a0b9c8d7e6f5a4b')).toBe((0x29e424e2 % PARTS) + 1)
})
