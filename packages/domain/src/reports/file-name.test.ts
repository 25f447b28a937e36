import { expect, test } from 'vitest'
import { fitFileName } from './file-name.ts'

test('a part of a file name never leaves its folder, and hides nothing', () => {
  expect(fitFileName('../..\\a:b\u202e?', 120)).toBe('a b')
  expect(fitFileName('\u0000.profile', 120)).toBe('profile')
})

test('a part of a file name is cut at whole characters, and ends with no space', () => {
  expect(fitFileName('🏭🏭🏭', 2)).toBe('🏭🏭')
  expect(fitFileName('Plant 3', 6)).toBe('Plant')
})
