import { expect, it } from 'vitest'
import { clockTimes } from './clock-times.ts'

it('offers each five minutes of a day once, by a 12-hour clock', () => {
  expect(clockTimes).toHaveLength(1 + 288)
  const words = (value: string) => clockTimes.find((time) => time.value === value)?.text
  expect(['00:00', '08:00', '11:55', '12:00', '17:00', '23:55'].map(words)).toEqual([
    '12:00 am',
    '8:00 am',
    '11:55 am',
    '12:00 pm',
    '5:00 pm',
    '11:55 pm',
  ])
})
