import { DAY_MS } from '@millwatch/domain/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backupName, expiredBackups, KEPT, takenAtOf } from './rotation.ts'

const at = (text: string) => Date.parse(text)
const instants = fc.uniqueArray(
  fc.integer({ min: at('2020-01-01T00:00:00Z') / 1000, max: at('2032-01-01T00:00:00Z') / 1000 }),
  {
    maxLength: 120,
  },
)
const namesOf = (seconds: readonly number[]) => seconds.map((s) => backupName(s * 1000))
const without = (names: readonly string[], gone: readonly string[]) => names.filter((name) => !gone.includes(name))

/** Takes a backup every day at 01:20 UTC, with the rotation after each; returns the days that are kept, newest first. */
function daily(from: string, days: number): string[] {
  let names: string[] = []
  for (let day = 0; day < days; day++) {
    names.push(backupName(at(from) + day * DAY_MS))
    names = without(names, expiredBackups(names))
  }
  return names
    .map((name) => name.slice('millwatch-'.length, 'millwatch-2026-01-01'.length))
    .sort()
    .reverse()
}

describe('the rotation', () => {
  test('keeps 7 days, 4 weeks and 12 months of a backup a day', () => {
    expect(daily('2025-01-01T01:20:00Z', 700)).toEqual([
      // 2026-12-01 is a Tuesday.
      ...['2026-12-01', '2026-11-30', '2026-11-29', '2026-11-28', '2026-11-27', '2026-11-26', '2026-11-25'],
      ...['2026-11-22', '2026-11-15'],
      ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30'],
      ...['2026-03-31', '2026-02-28', '2026-01-31'],
    ])
  })

  test('never removes the newest, keeps at most 23, and removes nothing when it is repeated', () => {
    fc.assert(
      fc.property(instants, (seconds) => {
        const names = namesOf(seconds)
        const left = without(names, expiredBackups(names))
        expect(expiredBackups(left)).toEqual([])
        expect(left.length).toBeLessThanOrEqual(KEPT.days + KEPT.weeks + KEPT.months)
        expect(left.length).toBeGreaterThanOrEqual(Math.min(names.length, 1))
        if (seconds.length > 0) expect(left).toContain(backupName(Math.max(...seconds) * 1000))
      }),
    )
  })

  test('removes older backups of a day only for a newer one of that day, and none of seven other days', () => {
    fc.assert(
      fc.property(instants, (seconds) => {
        const days = [...new Set(seconds.map((s) => Math.floor(s / 86_400)))].sort((a, b) => b - a).slice(0, KEPT.days)
        const names = namesOf(seconds)
        const left = without(names, expiredBackups(names)).map((name) => Math.floor((takenAtOf(name) ?? 0) / DAY_MS))
        for (const day of days) expect(left).toContain(day)
      }),
    )
  })

  test('never removes a file that it did not name', () => {
    const others = ['notes.txt', 'millwatch-2026-11-21', 'millwatch-2026-13-45T00-00-00Z.backup', 'x.backup']
    expect(expiredBackups(others)).toEqual([])
  })
})

test('A name says when its backup was taken', () => {
  expect(backupName(at('2026-11-22T01:20:03.750Z'))).toBe('millwatch-2026-11-22T01-20-03Z.backup')
  expect(takenAtOf('millwatch-2026-11-22T01-20-03Z.backup')).toBe(at('2026-11-22T01:20:03Z'))
})
