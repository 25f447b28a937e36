import { expect, test } from 'vitest'
import { aboutWords, resultWords } from './delivery-words.ts'

test('the event of a notice is named', () => {
  expect(['tripped', 'repeat:2', 'cleared'].map(aboutWords)).toEqual(['Tripped', 'Repeat 2', 'Cleared'])
})

test('results are words of the product, and an unknown reason is none of the program', () => {
  const wordsOf = (outcome: 'sent' | 'given_up' | 'dropped' | null, reason: string | null, attempts = 1) =>
    Object.values(resultWords({ channel: 'email', outcome, reason, attempts }))
  expect(wordsOf('sent', null)).toEqual(['Sent', undefined])
  expect(wordsOf('dropped', 'stopped_by_link')).toEqual(['Not sent', 'Stopped by the link in a mail'])
  expect(wordsOf('dropped', 'no_phone')).toEqual(['Not sent', 'No phone # setup'])
  expect(wordsOf('given_up', 'ECONNREFUSED')).toEqual(['Given up', 'Not delivered'])
  expect(wordsOf(null, null, 0)).toEqual(['Waiting', undefined])
  expect(wordsOf(null, null, 2)).toEqual(['Waiting', '2 failed attempts'])
})

test('a refused message says who refuses what', () => {
  const reasonOf = (channel: 'email' | 'sms' | 'webhook', reason: string) =>
    resultWords({ channel, outcome: 'given_up', reason, attempts: 1 }).reason
  expect(reasonOf('email', 'refused')).toBe('The mail server refuses the address')
  expect(reasonOf('email', 'refused_content')).toBe('The mail server refuses the text of the message')
  expect(reasonOf('sms', 'refused')).toBe('The SMS service refuses the number or the text')
  expect(reasonOf('webhook', 'refused')).toBe('The receiver accepts no more messages, or its address is not allowed')
})
