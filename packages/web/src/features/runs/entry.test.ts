import { missingToStart } from '@millwatch/domain/runs'
import { expect, it } from 'vitest'
import { blank, entryOf, missingWords, numberOf, titleOf } from './entry.ts'
import type { CurrentRun } from './queries.ts'

const run: CurrentRun = {
  id: 3,
  tags: [{ id: 11, name: 'AX-114' }],
  started_at: '2026-11-21T08:00:00Z',
  cycles_total: 500,
  cycles_current: 20,
  parts_per_cycle: 4,
  allow_overrun: true,
  scrap_qty: 0,
  notify_roster_ids: [5],
} as CurrentRun

it('a new run makes one part with each cycle, ends at its quantity, and first of all needs a tag', () => {
  expect(blank).toMatchObject({ partsPerCycle: 1, indefinite: false, allowOverrun: false })
  expect(missingWords(missingToStart(blank))).toBe('Choose at least one tag')
  expect(missingWords(missingToStart({ ...blank, tagIds: [11] }))).toMatch(/^Set the part quantity/)
  expect(missingWords(missingToStart({ ...blank, tagIds: [11], partQty: 10 }))).toBeUndefined()
})

it('one that goes on stands in the form as it was typed', () => {
  expect(entryOf(run)).toEqual({
    tagIds: [11],
    partQty: 2000,
    partsPerCycle: 4,
    indefinite: false,
    allowOverrun: true,
    notifyRosterIds: [5],
  })
  expect(entryOf({ ...run, cycles_total: null }).indefinite).toBe(true)
})

it('the dialog says what can be done: start, update and end, or end alone', () => {
  expect(titleOf(null, undefined)).toBe('Start new run')
  expect(titleOf(run, undefined)).toBe('Update / end current run')
  expect(titleOf({ ...run, cycles_total: null }, undefined)).toBe('End current run')
})

it.each([
  ['12', 12],
  ['0', 0],
  [' 2.5 ', 2.5],
  ['', null],
  ['-1', null],
  ['x', null],
  ['Infinity', null],
])('%j is read as %j', (text, value) => expect(numberOf(text)).toBe(value))
