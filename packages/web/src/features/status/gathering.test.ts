import { expect, it, vi } from 'vitest'
import { BatchedReader } from './gathering.ts'

const never = new AbortController().signal
const kind = { width: 10 }

it('requests at the same time share one call, each id once, cancelled ones not at all', async () => {
  vi.useFakeTimers()
  const read = vi.fn(async (_: object, ids: readonly number[]) => new Map(ids.map((id) => [id, id * 10])))
  const gathering = new BatchedReader<typeof kind, number, number>(100, read)
  const given = new AbortController()
  const answers = Promise.all([
    gathering.ask(kind, 1, never),
    gathering.ask(kind, 2, never),
    gathering.ask(kind, 1, never),
  ])
  const cancelled = expect(gathering.ask(kind, 3, given.signal)).rejects.toThrow('aborted')
  given.abort()
  await vi.runAllTimersAsync()
  expect(await answers).toEqual([10, 20, 10])
  await cancelled
  expect(read.mock.calls).toEqual([[kind, [1, 2]]])
  vi.useRealTimers()
})

it('more requests than one call may hold take several, and a failure reaches all of them', async () => {
  vi.useFakeTimers()
  const read = vi.fn(async (_: object, ids: readonly number[]) => {
    if (ids.includes(3)) throw new Error('lost')
    return new Map(ids.map((id) => [id, id]))
  })
  const gathering = new BatchedReader<typeof kind, number, number>(2, read)
  const settled = Promise.allSettled([1, 2, 3].map((id) => gathering.ask(kind, id, never)))
  await vi.runAllTimersAsync()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(read).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
