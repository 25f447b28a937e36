import { accountOfEquipment } from '@millwatch/contract/http/utilization'
import { countsAs, isEffectiveRun, isScheduled } from '@millwatch/domain/utilization'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountAsCsv,
  byLoss,
  countsWords,
  isShown,
  linesOf,
  notListed,
  shiftText,
  sumOfLines,
  sumOfShares,
  sumsByClass,
} from './account.ts'

const startMs = Date.UTC(2026, 5, 10)
/** Consecutive intervals of whole milliseconds, in the units of the API: seconds with decimals. */
const segments = fc.array(
  fc.record({
    ms: fc.integer({ min: 1, max: 10 ** 8 }),
    as: fc.constantFrom(...countsAs),
    status: fc.constantFrom(1, 2, 3, 4),
  }),
  { maxLength: 300 },
)

function pageOf(list: readonly { ms: number; as: (typeof countsAs)[number]; status: number }[]) {
  let at = startMs
  const data = { started_at: [], ended_at: [], status_id: [], shift: [], counts_as: [] } as Parameters<
    typeof linesOf
  >[0][number]['data']
  for (const { ms, as, status } of list) {
    data.started_at.push(at / 1000)
    at += ms
    data.ended_at.push(at / 1000)
    data.status_id.push(status)
    data.shift.push(1)
    data.counts_as.push(as)
  }
  return { data }
}

describe('the intervals behind a figure', () => {
  it('add up to it exactly, however many there are and on however many pages', () => {
    fc.assert(
      fc.property(segments, fc.nat(300), (list, at) => {
        const whole = linesOf([pageOf(list)])
        const wholeMs = (counts: (as: (typeof countsAs)[number]) => boolean) =>
          list.reduce((sum, { ms, as }) => sum + (counts(as) ? ms : 0), 0)
        expect(sumOfLines(whole)).toEqual({
          runS: wholeMs(isEffectiveRun) / 1000,
          scheduledS: wholeMs(isScheduled) / 1000,
        })
        const { data } = pageOf(list)
        const part = (from: number, to?: number) => ({
          data: Object.fromEntries(
            Object.entries(data).map(([name, values]) => [name, values.slice(from, to)]),
          ) as typeof data,
        })
        expect(linesOf([part(0, at), part(at)])).toEqual(whole)
      }),
      { numRuns: 100 },
    )
  })

  it('begin with the sum of each way to count, the most first, and these sums are all of their time', () => {
    fc.assert(
      fc.property(segments, (list) => {
        const sums = sumsByClass(linesOf([pageOf(list)]))
        expect(sums.reduce((sum, { ms }) => sum + ms, 0)).toBe(list.reduce((sum, { ms }) => sum + ms, 0))
        expect(sums.map(({ ms }) => ms)).toEqual(sums.map(({ ms }) => ms).toSorted((a, b) => b - a))
        expect(new Set(sums.map(({ as }) => as)).size).toBe(sums.length)
      }),
    )
  })

  it('are sorted by what was lost', () => {
    const share = (name: string, run_secs: number, scheduled_s: number) =>
      ({ name, run_secs, scheduled_s }) as Parameters<typeof byLoss>[0][number]
    const shares = [share('even', 50, 50), share('most', 10, 100), share('b', 0, 40), share('a', 60, 100)]
    expect(byLoss(shares).map(({ name }) => name)).toEqual(['most', 'a', 'b', 'even'])
    expect(byLoss([share('more than scheduled', 90, 50), share('little', 9, 10)])[0]?.name).toBe('little')
  })

  it('name the 27th machine of a unit whose page lists 26', () => {
    const share = (name: string, is_here = true, archived_s = 0) =>
      ({ name, is_here, archived_s }) as Parameters<typeof notListed>[0][number]
    const shares = [share('Mill 1'), share('Press 05', true, 3600), share('Saw 06', false)]
    expect(notListed(shares, 1)).toBe('Press 05, Saw 06')
    expect(notListed(shares.slice(0, 2), 1)).toBe('Press 05')
    expect(notListed(shares, 3)).toBeUndefined()
    expect(notListed(shares, undefined)).toBeUndefined()
  })

  it('all have a text, and the ones that count are always shown', () => {
    expect(Object.keys(countsWords).toSorted()).toEqual([...countsAs].toSorted())
    expect(accountOfEquipment.operation).toBe('equipment.utilization.account')
    const lines = linesOf([pageOf(countsAs.map((as) => ({ ms: 1000, as, status: 1 })))])
    const shown = lines.filter((line) => isShown(line, false))
    expect(sumOfLines(shown)).toEqual(sumOfLines(lines))
    expect(lines.filter((line) => isShown(line, true))).toHaveLength(countsAs.length)
    expect([null, 0, 3].map(shiftText)).toEqual(['no shift', 'scheduled, no shift', 'third shift'])
  })

  it('go into a sheet with their seconds', () => {
    const csv = accountAsCsv(linesOf([pageOf([{ ms: 1234, as: 'running', status: 1 }])]), (at) =>
      new Date(at).toISOString(),
    )
    expect(csv.split('\r\n')).toEqual([
      'started_at,ended_at,status,shift,counts_as,run_s,scheduled_s',
      '2026-06-10T00:00:00.000Z,2026-06-10T00:00:01.234Z,Running,first shift,runs in scheduled time,1.234,1.234',
      '',
    ])
  })
})

it('the machines of a unit add up to the millisecond', () => {
  const share = {
    id: 1,
    name: 'A',
    is_here: true,
    own_run_secs: 0,
    own_scheduled_s: 0,
    excluded_s: 0,
    archived_s: 0,
    elsewhere_s: 0,
  }
  const shares = Array.from({ length: 10 }, () => ({ ...share, run_secs: 0.1, scheduled_s: 0.7 }))
  expect(sumOfShares(shares)).toEqual({ runS: 1, scheduledS: 7 })
})
