import { listTags } from '@millwatch/contract/http/runs-tags'
import { annotateStop } from '@millwatch/contract/http/stops'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { showOverrides } from './visible-overrides.ts'

test.each([
  ['Press 10\u202e20', 'Press 10[RLO]20'],
  ['\u202dA\u202dB', '[LRO]A[LRO]B'],
  ['שלום \u2067A-1\u2069', 'שלום \u2067A-1\u2069'],
  ['', ''],
])('%j is shown as %j', (stored, shown) => {
  expect(showOverrides(stored)).toBe(shown)
})

afterEach(() => vi.unstubAllGlobals())

test('Answers of the server are read so', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ tags: [{ name: 'Line \u202e1' }] })))
  expect(await call(listTags, { query: {} })).toEqual({ tags: [{ name: 'Line [RLO]1' }] })
})

test('What a person sends back is stored as it was', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return new Response('{}')
  })
  const notes = 'Belt \u202e(A-1)'
  const body = { notes: `${showOverrides(notes)} seen`, expected_notes: showOverrides(notes) }
  await call(annotateStop, { params: { id: 1 }, body })
  expect(sent).toEqual([{ notes: `${notes} seen`, expected_notes: notes }])
})
