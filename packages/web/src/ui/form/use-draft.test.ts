import { expect, test } from 'vitest'
import { differencesOf } from './use-draft.ts'

const stored = { name: 'Press 1', days: [1, 2], unit: null as number | null }

test('an untouched draft has no differences', () => {
  expect(differencesOf(stored, { ...stored, days: [1, 2] })).toEqual({})
})

test('differences are the entries that were changed, lists by their content', () => {
  expect(differencesOf(stored, { name: 'Press 1', days: [2], unit: 7 })).toEqual({ days: [2], unit: 7 })
})

test('an entry that was emptied is a difference', () => {
  expect(differencesOf({ unit: 7 as number | null }, { unit: null })).toEqual({ unit: null })
})
