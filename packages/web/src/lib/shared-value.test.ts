import { expect, test, vi } from 'vitest'
import { SharedValue } from './shared-value.ts'

test('listeners are called after a change, not for the same value, and not after they ended', () => {
  const shared = new SharedValue<readonly number[]>([])
  const seen: (readonly number[])[] = []
  const other = vi.fn()
  const end = shared.subscribe(() => seen.push(shared.get()))
  shared.subscribe(other)
  const first = [1]
  shared.set(first)
  shared.set(first)
  shared.set([1])
  end()
  shared.set([2])
  expect(seen).toEqual([[1], [1]])
  expect(other).toHaveBeenCalledTimes(3)
  expect(shared.get()).toEqual([2])
})
