import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCalm } from './use-calm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isUrgent = (value: number): boolean => value >= 100
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('of values that come fast one a second is shown, the last one in any case, and an urgent one at once', () => {
  const { result, rerender } = renderHook(({ value }) => useCalm(value, 1000, isUrgent), { initialProps: { value: 0 } })
  const shown: number[] = []
  for (let value = 1; value <= 12; value++) {
    rerender({ value })
    pass(200)
    shown.push(result.current)
  }
  expect(shown).toEqual([0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10])
  rerender({ value: 100 })
  expect(result.current).toBe(100)
  rerender({ value: 13 })
  pass(900)
  expect(result.current).toBe(100)
  pass(200)
  expect(result.current).toBe(13)
})

it('a value after a pause is shown at once', () => {
  const { result, rerender } = renderHook(({ value }) => useCalm(value, 1000, isUrgent), { initialProps: { value: 0 } })
  pass(5000)
  rerender({ value: 1 })
  pass(1)
  expect(result.current).toBe(1)
})
