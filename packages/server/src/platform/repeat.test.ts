import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Repetition, repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Begins to repeat work, every second, that ends when the returned function is called. */
function repeated(firstMs?: number) {
  const ends: (() => void)[] = []
  const errors: unknown[] = []
  let begun = 0
  const work = () => {
    begun += 1
    return new Promise<void>((resolve) => void ends.push(resolve))
  }
  const failed = (error: unknown) => void errors.push(error)
  const repetition = repeat(work, { everyMs: 1000, ...(firstMs === undefined ? {} : { firstMs }), failed })
  const end = async () => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { repetition, end, begun: () => begun, errors }
}

/** Returns a function that says if the repetition has stopped. */
function stopping(repetition: Repetition): () => boolean {
  let hasStopped = false
  void repetition.stop().then(() => {
    hasStopped = true
  })
  return () => hasStopped
}

test('the first turn comes after the interval, or earlier; none begins while one goes on', async () => {
  const { begun, end, repetition } = repeated(100)
  await vi.advanceTimersByTimeAsync(99)
  expect(begun()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun()).toBe(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(begun()).toBe(1)
  await end()
  expect(begun()).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun()).toBe(2)
  const late = repeated()
  await vi.advanceTimersByTimeAsync(999)
  expect(late.begun()).toBe(0)
  await Promise.all([end(), repetition.stop(), late.repetition.stop()])
})

test('a request for soon is done once after the turn that goes on, and each request for now by itself', async () => {
  const { begun, end, repetition } = repeated()
  repetition.soon()
  await vi.advanceTimersByTimeAsync(0)
  for (let times = 0; times < 3; times += 1) repetition.soon()
  await end()
  expect(begun()).toBe(2)
  await end()
  expect(begun()).toBe(2)
  const both = Promise.all([repetition.now(), repetition.now()])
  await vi.advanceTimersByTimeAsync(0)
  await end()
  await end()
  await both
  expect(begun()).toBe(4)
  await repetition.stop()
})

test('a stop waits for what goes on and what was requested, and no turn comes after it', async () => {
  const { begun, end, repetition } = repeated()
  await vi.advanceTimersByTimeAsync(1000)
  repetition.soon()
  const hasStopped = stopping(repetition)
  await end()
  expect([begun(), hasStopped()]).toEqual([2, false])
  await end()
  expect(hasStopped()).toBe(true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(begun()).toBe(2)
})

test('a turn that fails is reported and the next one comes; now rejects instead', async () => {
  const failed = vi.fn()
  const work = vi.fn(() => Promise.reject(new Error('away')))
  const repetition = repeat(work, { everyMs: 1000, failed })
  await vi.advanceTimersByTimeAsync(2000)
  expect(work).toHaveBeenCalledTimes(2)
  expect(failed.mock.calls).toEqual([[new Error('away')], [new Error('away')]])
  await expect(repetition.now()).rejects.toThrow('away')
  expect(failed).toHaveBeenCalledTimes(2)
  await repetition.stop()
})
