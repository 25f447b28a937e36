import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAgainSoon } from './read-again.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function reader() {
  const client = new QueryClient()
  const read = vi.spyOn(client, 'invalidateQueries')
  return { read, wish: (delayMs: number) => readAgainSoon(client, ['machine', 1], delayMs) }
}

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
