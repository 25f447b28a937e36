import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { liveHints } from './live-hints.ts'

const live = 'packages/web/src/live/use-room.ts'

describe('rule 9: the socket is a hint', () => {
  test('patching and invalidating queries is fine; scope may keep what a person chose', () => {
    const source = `import { useEffect } from 'react'
      export const on = (cache: QueryClient) => { cache.setQueryData(['e', 1], 1); void cache.invalidateQueries() }`
    expect(
      findingsOf(liveHints, { [live]: source, 'packages/web/src/scope/store.ts': `import { create } from 'zustand'` }),
    ).toEqual([])
  })

  test.each([
    ['a store', `import { create } from 'zustand'`],
    ['component state', `import { useState } from 'react'`],
    ['a read of its own', `export const on = () => fetch('/v0/e/1')`],
  ])('%s in web/src/live fails', (_, source) => {
    expect(findingsOf(liveHints, { [live]: source })).toHaveLength(1)
  })

  test('a store in a feature fails', () => {
    expect(
      findingsOf(liveHints, { 'packages/web/src/features/status/store.ts': `import { create } from 'zustand'` }),
    ).toHaveLength(1)
  })
})
