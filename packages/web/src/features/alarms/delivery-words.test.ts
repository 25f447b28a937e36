import { expect, test } from 'vitest'
import { aboutWords, resultWords } from './delivery-words.ts'

test('the event of a notice is named', () => {
  expect(['tripped', 'repeat:2', 'cleared'].map(aboutWords)).toEqual(['Tripped', 'Repeat 2', 'Cleared'])
})

test('results are words of the product, and an unknown reason is none of the program', () => {
  const wordsOf = (outcome: 'sent' | 'given_up' | 'dropped' | null, reason: string | null, attempts = 1) =>
    Object.values(resultWords({ outcome, reason, attempts }))
  expect(wordsOf('sent', null)).toEqual(['Sent', undefined])
  expect(wordsOf('given_up', 'refused')).toEqual(['Given up', 'The receiver refuses it'])
  expect(wordsOf('dropped', 'no_phone')).toEqual(['Not sent', 'No phone # setup'])
  expect(wordsOf('given_up', 'ECONNREFUSED')).toEqual(['Given up', 'Not delivered'])
  expect(wordsOf(null, null, 0)).toEqual(['Waiting', undefined])
  expect(wordsOf(null, null, 2)).toEqual(['Waiting', '2 failed attempts'])
})
