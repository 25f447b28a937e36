import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockText, secondOfText } from './clock-text.ts'

test.each([
  ['6', '06:00'],
  [' 06 ', '06:00'],
  ['6:05', '06:05'],
  ['6.30', '06:30'],
  ['0630', '06:30'],
  ['630', '06:30'],
  ['2 pm', '14:00'],
  ['2:30PM', '14:30'],
  ['12am', '00:00'],
  ['12 p.m.', '12:00'],
  ['24', '24:00'],
  ['24:00', '24:00'],
])('%s is %s', (typed, shown) => expect(clockText(secondOfText(typed) ?? Number.NaN)).toBe(shown))

test.each(['', 'x', '25', '24:01', '6:60', '13 pm', '0 am', '6:5', '-1', '1e2', '12345'])('%s is no time', (typed) =>
  expect(secondOfText(typed)).toBeNull(),
)

test('A time is read as it is shown, at any step of the day', () => {
  const step = fc.nat(288).map((steps) => steps * 300)
  fc.assert(fc.property(step, (second) => void expect(secondOfText(clockText(second))).toBe(second)))
})
