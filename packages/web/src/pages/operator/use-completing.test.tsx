import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { annotationEntry } from '../../features/stops/kept-annotation.ts'
import { type KeptEntry, setOwner } from '../../lib/kept-entries.ts'
import { publish } from '../../lib/stored-entries.ts'
import type { OperatorStop } from './pending.ts'
import { useCompleting } from './use-completing.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setOwner('7/user/1')
})
afterEach(() => {
  setOwner(undefined)
  vi.useRealTimers()
})

const SETUP = { reasonId: 9, reasonName: 'Setup' }
const entry: KeptEntry = {
  ...annotationEntry({ id: 1, machineId: 5 }, { status_reason_id: SETUP.reasonId }, { words: '', expected: null }),
  ...{ id: 'key', order: 1, owner: '7/user/1', hasWaited: false },
}
const stop = { id: 1, reasonId: null, reasonName: null, given: undefined } as OperatorStop
const given = (more: Partial<KeptEntry>): OperatorStop => ({
  ...stop,
  given: { entry: { ...entry, ...more }, reasonId: 9 },
})

/** Uses the hook with one stop, to which other states follow. */
function use() {
  const { result, rerender } = renderHook(({ stops }) => useCompleting(stops, () => SETUP.reasonName), {
    initialProps: { stops: [stop] },
  })
  return {
    give: () => act(() => result.current.stay(1, SETUP.reasonName)),
    follow: (next: OperatorStop) => rerender({ stops: [next] }),
    pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    names: () => [...result.current.completing.values()],
  }
}

test('a row stays while its reason is sent, and leaves 4 s after it was stored', () => {
  const { give, follow, pass, names } = use()
  give()
  follow(given({}))
  pass(10_000)
  expect(names()).toEqual(['Setup'])
  act(() => publish({ entry }))
  follow(stop)
  pass(3999)
  expect(names()).toEqual(['Setup'])
  pass(1)
  expect(names()).toEqual([])
})

test('a row whose reason has to wait for the server leaves after 4 s', () => {
  const { give, follow, pass, names } = use()
  give()
  follow(given({ hasWaited: true }))
  pass(3999)
  expect(names()).toEqual(['Setup'])
  pass(1)
  expect(names()).toEqual([])
})

test('a refused reason is not shown as given, and one that is given again stays for its whole time', () => {
  const { give, follow, pass, names } = use()
  give()
  follow(given({ hasWaited: true }))
  pass(3000)
  act(() => publish({ entry, error: new Error('This reason is not active') }))
  follow(given({ hasWaited: true, refused: 'This reason is not active' }))
  expect(names()).toEqual([])
  give()
  follow(given({}))
  pass(3000)
  expect(names()).toEqual(['Setup'])
})

test('a row whose reason was given elsewhere shows it for 4 s', () => {
  const { follow, pass, names } = use()
  follow({ ...stop, ...SETUP })
  pass(3999)
  expect(names()).toEqual(['Setup'])
  pass(1)
  expect(names()).toEqual([])
})
