import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'

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
