import { expect, test } from 'vitest'
import { manualClock } from './clock.ts'
import { Sampled } from './sampled.ts'

test('A subject has one line a minute, all subjects sixty, and the next line says how many were omitted', () => {
  const clock = manualClock(0)
  const sampled = new Sampled(clock)
  expect([sampled.take('a'), sampled.take('a'), sampled.take('b')].map(({ isLogged }) => isLogged)).toEqual([
    true,
    false,
    true,
  ])
  const others = Array.from({ length: 100 }, (_, i) => sampled.take(`stranger ${i}`).isLogged)
  expect(others.filter(Boolean)).toHaveLength(58)
  clock.advance(59_999)
  expect(sampled.take('c')).toEqual({ isLogged: false, omitted: 0 })
  clock.advance(1)
  expect(sampled.take('a')).toEqual({ isLogged: true, omitted: 44 })
  expect(sampled.take('b')).toEqual({ isLogged: true, omitted: 0 })
})
