import { describe, expect, it } from 'vitest'
import {
  briefDuration,
  compactDuration,
  duration,
  exactSeconds,
  hours,
  hoursAndMinutes,
  percent,
  shortSeconds,
  unbroken,
} from './format.ts'

describe('a duration', () => {
  it.each([
    [0, '0 s', '0 s', '0 s'],
    [-5, '0 s', '0 s', '0 s'],
    [59_999, '59 s', '59 s', '59 s'],
    [60_000, '1 m 00 s', '1 m 00 s', '1 m'],
    [2_468_000, '41 m 08 s', '41 m 08 s', '41 m'],
    [11_525_000, '3 h 12 m 05 s', '3 h 12 m', '3 h 12 m'],
    [75_600_000, '21 h 00 m 00 s', '21 h 00 m', '21 h'],
    [187_810_000, '2 d 04 h 10 m 10 s', '2 d 04 h', '2 d'],
  ])('of %d ms is %s, in brief %s, on a tile %s', (ms, whole, brief, tile) => {
    expect(duration(ms)).toBe(whole)
    expect(briefDuration(ms)).toBe(brief)
    expect(compactDuration(ms)).toBe(tile)
  })
})

it('a text keeps its numbers on one line with their units', () => {
  expect(unbroken('Temperature above 175 °C')).toBe('Temperature above 175\u00a0°C')
  expect(unbroken('for 2 m 33 s')).toBe('for\u00a02\u00a0m\u00a033\u00a0s')
})

describe('figures', () => {
  it('are percentages with two decimals, or infinity where nothing was scheduled', () => {
    expect(percent(66.6666)).toBe('66.67 %')
    expect(percent(0)).toBe('0.00 %')
    expect(percent(null)).toBe('∞')
    expect(percent(Number.POSITIVE_INFINITY)).toBe('∞')
  })

  it('are hours with two decimals, seconds / 3600', () => {
    expect(hours(3600)).toBe('1.00')
    expect(hours(4_530_600)).toBe('1,258.50')
  })

  it('are seconds up to the millisecond in explanations, to a tenth on tiles', () => {
    expect(exactSeconds(6197.946)).toBe('6,197.946 s')
    expect(exactSeconds(100)).toBe('100 s')
    expect(shortSeconds(31.44)).toBe('31.4 s')
    expect(shortSeconds(0.8734)).toBe('0.873 s')
  })
})

it.each([
  [0, '0 m'],
  [12, '< 1 m'],
  [31, '1 m'],
  [3569, '59 m'],
  [3570, '1 h 00 m'],
  [28_200.123, '7 h 50 m'],
  [4_334_700, '1,204 h 05 m'],
])('%d s in hours and minutes is %s', (seconds, words) => {
  expect(hoursAndMinutes(seconds)).toBe(words)
})
