import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../time/index.ts'
import { endOfPick, pickedPeriod, pickOf, startOfPick } from './index.ts'
import { at, zones } from './scope.testing.ts'

const reading = { now: at('2026-11-21T16:42:17Z'), zone: 'America/Chicago' }
const picked = (...args: Parameters<typeof pickedPeriod>) => {
  const range = pickedPeriod(...args)
  return range && [new Date(range.from).toISOString().slice(0, 16), new Date(range.to).toISOString().slice(0, 16)]
}

test('A chosen day begins at 00:00 and ends at 23:59, which is all of it', () => {
  expect(picked(startOfPick(20261118), endOfPick(20261119), reading)).toEqual(['2026-11-18T06:00', '2026-11-20T06:00'])
  expect(picked({ date: 20261118, minute: 475 }, { date: 20261118, minute: 960 }, reading)).toEqual([
    '2026-11-18T13:55',
    '2026-11-18T22:00',
  ])
})

test('With no end chosen the end is the end of the start day', () => {
  expect(picked({ date: 20261118, minute: 475 }, undefined, reading)).toEqual(['2026-11-18T13:55', '2026-11-19T06:00'])
})

test('Chosen dates are clamped to now, and what has not begun is none', () => {
  expect(picked(startOfPick(20261121), undefined, reading)).toEqual(['2026-11-21T06:00', '2026-11-21T16:42'])
  expect(picked(startOfPick(20261122), undefined, reading)).toBeUndefined()
  expect(picked(startOfPick(20261119), endOfPick(20261118), reading)).toBeUndefined()
})

test('A day on which clocks change is chosen whole', () => {
  const hours = (zone: string, date: number) => {
    const range = pickedPeriod(startOfPick(date), undefined, { ...reading, zone })
    return range && (range.to - range.from) / HOUR_MS
  }
  expect(hours('America/New_York', 20261101)).toBe(25)
  expect(hours('America/Havana', 20260308)).toBe(23)
  expect(hours('Australia/Lord_Howe', 20261004)).toBe(23.5)
  expect(hours('Asia/Kathmandu', 20260308)).toBe(24)
})

test('What was chosen can be chosen again, outside of hours that occur twice', () => {
  const days = fc.integer({ min: 20260401, max: 20260428 })
  const minutes = fc.integer({ min: 240, max: 1439 })
  fc.assert(
    fc.property(zones, days, minutes, fc.integer({ min: 0, max: 5 }), (zone, date, minute, more) => {
      const range = pickedPeriod({ date, minute: minute - 240 + (more === 0 ? 0 : 240) }, endOfPick(date), {
        ...reading,
        zone,
      })
      fc.pre(range !== undefined && zone !== 'Australia/Lord_Howe')
      const { start, end } = pickOf(range, zone)
      expect(pickedPeriod(start, end, { ...reading, zone })).toEqual(range)
    }),
  )
})
