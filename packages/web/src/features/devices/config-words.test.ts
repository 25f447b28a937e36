import { expect, test } from 'vitest'
import { configWords, deliveryWords, isSameConfig } from './config-words.ts'

const config = (poll_interval_s: number | null, input_setup: Record<string, unknown> | null = null) => ({
  ...{ type: 'config' as const, poll_interval_s, input_setup },
})
const times = { sent_at: '2026-11-02T09:00:00Z', confirmed_at: '2026-11-02T09:00:01Z' }

test('a configuration is said in sentences', () => {
  expect(configWords(config(null))).toBe('Readings as often as the device decides. No input set-up.')
  expect(configWords(config(60, { running: { inputs: '24v0' } }))).toBe(
    'Readings every 60 s. Running while 24v #1 is high.',
  )
})

test('the order of keys makes no other configuration', () => {
  expect(isSameConfig(config(1, { a: { x: 1, y: [2] }, b: 0 }), config(1, { b: 0, a: { y: [2], x: 1 } }))).toBe(true)
  expect(isSameConfig(config(1, { a: 1 }), config(1, { a: 2 }))).toBe(false)
  expect(isSameConfig(config(null), null)).toBe(false)
})

test.each([
  [null, null, /^It was not sent yet/],
  [config(30), config(30), /^It was not sent yet/],
  [config(60), config(30), /not confirmed it yet/],
  [config(60), config(60), /has confirmed it/],
  // It was changed and changed back: the last confirmation is of another one that was sent meanwhile.
  [config(30), config(60), /^It was not sent yet/],
])('sent %j, confirmed %j: %s', (sent, confirmed, words) => {
  expect(deliveryWords({ wanted: config(60), sent, confirmed, ...times })).toMatch(words)
})
