import { expect, it } from 'vitest'
import { changesOf as tellChanges } from './changes.ts'

const changesOf = (entry: { before: unknown; after: unknown }) => tellChanges(entry, (at) => `at ${at}`)

it('tells field by field what was and what is', () => {
  expect(
    changesOf({ before: { timezone: 'UTC', name: 'Plant' }, after: { timezone: 'Asia/Tokyo', name: 'Plant' } }),
  ).toEqual([{ field: 'timezone', before: 'UTC', after: 'Asia/Tokyo' }])
})

it('tells what was made, what went, and what is no text', () => {
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

it('tells instants as the place has them', () => {
  expect(changesOf({ before: null, after: { expiresAt: 5, format: 7 } }).map(({ after }) => after)).toEqual([
    'at 5',
    '7',
  ])
})
