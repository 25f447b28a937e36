import { expect, it } from 'vitest'
import { changesOf as listChanges } from './changes.ts'

const changesOf = (entry: { before: unknown; after: unknown }) => listChanges(entry, (at) => `at ${at}`)

it('lists each changed field with its values before and after', () => {
  expect(
    changesOf({ before: { timezone: 'UTC', name: 'Plant' }, after: { timezone: 'Asia/Tokyo', name: 'Plant' } }),
  ).toEqual([{ field: 'timezone', before: 'UTC', after: 'Asia/Tokyo' }])
})

it('shows added and removed fields, and values that are not text', () => {
  expect(changesOf({ before: null, after: { mayGiveReasons: true, page: 'wall' } })).toEqual([
    { field: 'may give reasons', before: undefined, after: 'true' },
    { field: 'page', before: undefined, after: 'wall' },
  ])
  expect(changesOf({ before: { user_ids: [1, 2], phone: null }, after: null })).toEqual([
    { field: 'user ids', before: '[1,2]', after: undefined },
    { field: 'phone', before: 'none', after: undefined },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})

it('shows instants in the reader’s zone', () => {
  expect(changesOf({ before: null, after: { expiresAt: 5, format: 7 } }).map(({ after }) => after)).toEqual([
    'at 5',
    '7',
  ])
})
