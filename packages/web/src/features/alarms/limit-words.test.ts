import { beforeEach, expect, test } from 'vitest'
import { chooseMeasures } from '../../lib/measures.ts'
import { limitWords } from './limit-words.ts'

const endDate = '2026-11-18T12:00:00.000Z'
const week = { status: 'success' as const, startDate: '2026-11-11T12:00:00.000Z', endDate }
const context = { analogUnit: 'bar', zone: 'UTC' }
const readings = (latest: number, extreme: number, at = endDate) => ({
  ...week,
  latest: { at, amount: latest },
  extreme: { at, amount: extreme },
})
const ofValue = (quantity: string, direction = 'above') => ({
  ...{ typeId: 8, args: { what: quantity, direction, value: '' } },
})
const choose = (measure_units: 'metric' | 'us') => chooseMeasures({ first_weekday: 0, measure_units, currency: null })

beforeEach(() => choose('metric'))

test.each([
  [ofValue('temperature'), readings(41.2, 58.1), 'Now 41.2 °C, highest of the past week 58.1 °C.'],
  [ofValue('temperature', 'below'), readings(41.2, -3), 'Now 41.2 °C, lowest of the past week -3 °C.'],
  [ofValue('analog'), readings(6.5, 7), 'Now 6.5 bar, highest of the past week 7 bar.'],
  [ofValue('cycle_time'), readings(12.4, 99), 'Now 12.4 s, highest of the past week 99 s.'],
  [{ typeId: 1, args: {} }, readings(54, 1), 'Now 54 cycles, fewest of the past week 1 cycle.'],
  [{ typeId: 9, args: {} }, readings(84.24, 50), 'Now 84.2 %, lowest of the past week 50.0 %.'],
  [{ typeId: 4, args: {} }, readings(12_000, 840_000), 'Now 12 s without contact, longest of the past week 14 m 00 s.'],
  [
    { typeId: 4, args: {} },
    readings(12_000, 12_000),
    'Now 12 s without contact, in the past week never over 5 minutes.',
  ],
])('%j: what it is compared with', (limited, found, words) => {
  expect(limitWords(limited, found, context).join('')).toBe(words)
})

test('what is not of now has its date: the last value, shift or impact', () => {
  const before = readings(80, 50, '2026-11-18T06:30:00.000Z')
  const words = (typeId: number) => limitWords({ typeId, args: {} }, before, context).join('')
  expect(words(9)).toMatch(/^Last 80.0 % \(.*18.*6:30.*\), lowest of the past week 50.0 %\.$/)
  expect(words(10)).toMatch(/^Last shift 80.0 % \(.*6:30.*\), lowest/)
  expect(words(3)).toMatch(/^Last impact 80 \(.*6:30.*\), greatest of the past week 50\.$/)
})

test('a week that was not read whole has its beginning', () => {
  const short = { ...readings(41, 42), startDate: '2026-11-16T08:15:00.000Z' }
  expect(limitWords(ofValue('temperature'), short, context).join('')).toMatch(
    /^Now 41 °C, highest since .*8:15.* 42 °C\.$/,
  )
})

test('a company that reads °F sees temperatures in it, as the limit beside them', () => {
  choose('us')
  expect(limitWords(ofValue('temperature'), readings(41.2, 58.1), context).join('')).toBe(
    'Now 106.16 °F, highest of the past week 136.58 °F.',
  )
})

test('without anything to compare with it says so', () => {
  const nothing = { ...week, latest: null, extreme: null }
  expect(limitWords(ofValue('temperature'), nothing, context).join('')).toBe('The device has sent no such value yet.')
  for (const typeId of [1, 3, 4, 9, 10])
    expect(limitWords({ typeId, args: {} }, nothing, context).join('')).toMatch(/(week|contact|yet|counts)\.$/)
})
