import { expect, test } from 'vitest'
import { durationMs } from './duration.ts'

test('a time of an option is read with its unit', () => {
  expect(['90s', '40m', '8h'].map((text) => durationMs('for', text))).toEqual([90_000, 2_400_000, 28_800_000])
})

test('a time without a unit is refused with the name of its option', () => {
  for (const text of ['', '40', '1.5h', 'm', '2d']) expect(() => durationMs('for', text)).toThrow('--for is a time')
})
