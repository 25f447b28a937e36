import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { begin, takeBegun } from '../lib/begun.ts'
import { monotonicMs } from '../lib/clock.ts'
import { watchReadings } from '../lib/readings.ts'
import { readAgainSoon, readMissed } from './read-again.ts'

/** Long, because a busy machine answers late. */
const eventually = { timeout: 20_000 }

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
    const done = readMissed(client, key, monotonicMs())
    expect(read).toHaveBeenCalledOnce()
    answers[0]?.()
    if (isBegun) {
      await vi.waitFor(() => expect(answers).toHaveLength(2), eventually)
      expect(client.getQueryData(key)).toBe(1)
      answers[1]?.()
    }
    await done
    expect(read).toHaveBeenCalledTimes(isBegun ? 2 : 1)
    leave()
  }
})

it('reads nothing again that was requested after the latest message', async () => {
  const client = new QueryClient()
  watchReadings(client)
  const read = vi.fn(async (name: string) => name)
  const observe = (name: string) => {
    const queryFn = () => takeBegun([name], () => read(name))
    return new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => undefined)
  }
  const beginsAt = monotonicMs()
  begin(['begun'], () => read('begun'))
  vi.advanceTimersByTime(100)
  const beginsLaterAt = monotonicMs()
  const leave = [observe('begun'), observe('late')]
  const reads = () => read.mock.calls.map(([name]) => name)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), eventually)
  expect(reads()).toEqual(['begun', 'late'])
  const readOf = (since: number) =>
    Promise.all([readMissed(client, ['begun'], since), readMissed(client, ['late'], since)])
  await readOf(beginsAt - 1)
  expect(reads()).toEqual(['begun', 'late'])
  await readOf(beginsLaterAt - 1)
  expect(reads()).toEqual(['begun', 'late', 'begun'])
  await readOf(monotonicMs())
  expect(reads()).toEqual(['begun', 'late', 'begun', 'begun', 'late'])
  for (const end of leave) end()
})
