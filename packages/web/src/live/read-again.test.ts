import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { begin, takeBegun } from '../lib/begun.ts'
import { readAgainSoon, readAnew } from './read-again.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function reader() {
  const client = new QueryClient()
  const read = vi.spyOn(client, 'invalidateQueries')
  return { client, read, wish: (delayMs: number) => readAgainSoon(client, ['machine', 1], delayMs) }
}

it('reads once per interval however many messages come, at once for the first and again for the last', () => {
  const { client, read } = reader()
  const wish = (): void => readAgainSoon(client, ['unit', 1], 1000, 30_000)
  for (let second = 0; second < 35; second += 1) {
    wish()
    vi.advanceTimersByTime(1000)
  }
  expect(read, 'of 35 seconds in which something was told').toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(26_000)
  expect(read, 'for what was told after the second reading').toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(120_000)
  expect(read, 'nothing more was told').toHaveBeenCalledTimes(3)
  wish()
  vi.advanceTimersByTime(1000)
  expect(read, 'after a quiet while at once again').toHaveBeenCalledTimes(4)
})

it('reads once for many wishes, at the earliest of them', () => {
  const { read, wish } = reader()
  wish(5000)
  wish(100)
  wish(3000)
  vi.advanceTimersByTime(99)
  expect(read).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(read).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  expect(read).toHaveBeenCalledOnce()
})

it('is not put off by later wishes', () => {
  const { read, wish } = reader()
  wish(1000)
  vi.advanceTimersByTime(900)
  wish(1000)
  vi.advanceTimersByTime(100)
  expect(read).toHaveBeenCalledOnce()
})

it('repeats a reading that began before the room was joined, and shows the first one meanwhile', async () => {
  for (const isBegun of [false, true]) {
    const client = new QueryClient()
    const key = ['unit', isBegun]
    const answers: (() => void)[] = []
    const read = vi.fn(() => new Promise<number>((resolve) => answers.push(() => resolve(answers.length))))
    if (isBegun) begin(key, read)
    const observer = new QueryObserver(client, { queryKey: key, queryFn: () => takeBegun(key, read) })
    const leave = observer.subscribe(() => undefined)
    const done = readAnew(client, key)
    expect(read).toHaveBeenCalledOnce()
    answers[0]?.()
    if (isBegun) {
      await vi.waitFor(() => expect(answers).toHaveLength(2))
      expect(client.getQueryData(key)).toBe(1)
      answers[1]?.()
    }
    await done
    expect(read).toHaveBeenCalledTimes(isBegun ? 2 : 1)
    leave()
  }
})
