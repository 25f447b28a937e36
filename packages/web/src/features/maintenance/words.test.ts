import { expect, test } from 'vitest'
import { completedAt, dueText, overText } from './words.ts'

test.each([
  ['hours', 300, 312.4, '12.4 h over'],
  ['cycles', 60_000, 61_894, '1,894 over'],
  ['days', 30, 33.2, '3 days over'],
  ['days', 30, 30.3, '7 h over'],
  ['weeks', 4, 5.1, '1 week over'],
  ['weeks', 4, 4.75, '5 days over'],
  ['weeks', 4, 4.02, '3 h over'],
  ['months', 3, 3.45, '≈ 13 days over'],
] as const)('maintenance by %s, %f of which are the limit, is after %f overdue by %s', (unit, limit, amount, text) => {
  expect(overText({ kind: 'calendar', unit, limit, amount })).toBe(text)
})

test.each([
  [5, { cycle_count: 2 }, { cycle_count: 1 }, { at: '1 cycle', off: '1 early' }],
  [6, { runtime_hours: 2 }, { runtime_hours: 1 }, { at: '1.0 h', off: '1.0 h early' }],
  [7, { duration: 2, duration_unit: 'days' }, { duration: 1 }, { at: '1 day', off: '1 day early' }],
  [7, { duration: 2, duration_unit: 'weeks' }, { duration: 3.04 }, { at: '3 weeks', off: '1 week over' }],
  [7, { duration: 1, duration_unit: 'months' }, { duration: 1 }, { at: '1 month', off: 'when due' }],
  [7, { duration: 5, duration_unit: 'days' }, { duration: 2 }, { at: '2 days', off: '3 days early' }],
])(
  'completed maintenance of type %i with the limit %j, at %j, has its units in the singular for 1 only',
  (typeId, args, args_latest, words) => {
    expect(completedAt(typeId, { args, args_latest })).toEqual(words)
  },
)

test('a day on which maintenance is due has its year if that is another one in the zone of the machine', () => {
  const due = (due_at: string, near: string): string => {
    const row = { due_at, group: 'upcoming', rate: null } as unknown as Parameters<typeof dueText>[0]
    return dueText(row, 'America/Chicago', Date.parse(near))
  }
  // In Chicago it is Dec 31, 8 PM.
  expect(due('2027-01-18T18:00:00Z', '2027-01-01T02:00:00Z')).toBe('Mon, Jan 18, 2027')
  expect(due('2027-01-18T18:00:00Z', '2027-01-01T07:00:00Z')).toBe('Jan 18')
})
