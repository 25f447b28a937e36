import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Coalescer, merged } from './coalesce.ts'
import type { Hint } from './hint.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('of two hints the later word stands, cycles add up, and what was restated stays so', () => {
  const earlier: Hint = { s: [2, 10], y: [3, 100, 1000, 20, null, 0, 1], p: 5 }
  const later: Hint = { s: [1, 20], y: [4, 200, 2000, null, 7, 1, 0], t: [30, 1, 2] }
  expect(merged(earlier, later)).toEqual({ s: [1, 20], y: [7, 200, 2000, null, 7, 1, 1], t: [30, 1, 2], p: 5 })
  expect(merged(undefined, later)).toEqual(later)
  expect([merged({ a: 1 }, { a: 1 }), merged({ a: 1 }, { p: 2 }), merged({ a: 1 }, { a: 2 })]).toEqual([
    { a: 1 },
    { a: 1, p: 2 },
    { a: null },
  ])
  expect(merged({ p: 1 }, { y: [1, 2, 3, 4, 5, 0, 0] })).toEqual({ p: 1, y: [1, 2, 3, 4, 5, 0, 0] })
})

test('what comes after a pause goes out at once, what follows waits for the interval', async () => {
  const out: [number, Hint][][] = []
  const coalescer = new Coalescer(250, async (hints) => void out.push([...hints]))
  const add = (id: number, p: number) => {
    coalescer.add(id, { p })
    coalescer.ready()
  }
  add(1, 1)
  expect(out).toEqual([[[1, { p: 1 }]]])
  await vi.advanceTimersByTimeAsync(100)
  add(1, 2)
  add(2, 3)
  add(1, 4)
  await vi.advanceTimersByTimeAsync(149)
  expect(out).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(out[1]).toEqual([
    [1, { p: 4 }],
    [2, { p: 3 }],
  ])
  await vi.advanceTimersByTimeAsync(1000)
  expect(out).toHaveLength(2)
  add(1, 5)
  expect(out).toHaveLength(3)
})

test('one flush ends before the next begins, also when it fails', async () => {
  const ends: ((failed?: boolean) => void)[] = []
  const coalescer = new Coalescer(
    250,
    () => new Promise((done, fail) => void ends.push((failed) => (failed ? fail(new Error('lost')) : done()))),
  )
  coalescer.add(1, { p: 1 })
  coalescer.ready()
  coalescer.add(1, { p: 2 })
  coalescer.ready()
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toHaveLength(1)
  ends[0]?.(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
})
