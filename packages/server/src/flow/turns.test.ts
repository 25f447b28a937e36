import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

function worker() {
  let nowMs = 0
  const turns = new Turns({ monotonicMs: () => nowMs })
  const done: string[] = []
  const work = (name: string, tookMs: number) => () => {
    nowMs += tookMs
    done.push(name)
    return name
  }
  return { turns, done, work }
}

test('Work is done in the order in which it came, one after the other', async () => {
  const { turns, done, work } = worker()
  const results = await Promise.all([turns.take(work('a', 1)), turns.take(work('b', 2)), turns.take(work('c', 0))])
  expect(results).toEqual(['a', 'b', 'c'])
  expect(done).toEqual(['a', 'b', 'c'])
})

test('After a turn the next one waits four times as long, and other work goes on meanwhile', async () => {
  const { turns, done, work } = worker()
  const began = performance.now()
  const first = turns.take(work('a', 20))
  const second = turns.take(work('b', 0))
  await first
  let others = 0
  const other = setInterval(() => others++, 5)
  await second
  clearInterval(other)
  // Timers of Node.js may fire up to a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(78)
  expect(others).toBeGreaterThan(2)
  expect(done).toEqual(['a', 'b'])
})

test('A turn in which the process was frozen for an hour does not keep the next one waiting', async () => {
  const { turns, work } = worker()
  await turns.take(work('a', 3_600_000))
  expect(await turns.take(work('b', 0))).toBe('b')
})

test('Work that fails fails for its caller alone', async () => {
  const { turns, work } = worker()
  const failed = turns.take(() => {
    throw new Error('no JSON')
  })
  await expect(failed).rejects.toThrow('no JSON')
  expect(await turns.take(work('b', 0))).toBe('b')
})
