import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { Ticker } from './ticker.ts'

const logger = createLogger({ level: 'silent' })
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('It pauses between turns, and hardly where there is more to be done', async () => {
  const answers = [true, true, false, false]
  const work = vi.fn(async () => answers.shift() ?? false)
  const ticker = new Ticker(work, logger, 1000)
  ticker.start()
  await vi.advanceTimersByTimeAsync(999)
  expect(work).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(900)
  expect(work).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(4)
  await ticker.stop()
})

test('A turn that fails is tried again after the pause; none begins after the stop', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no')))
  const ticker = new Ticker(work, logger, 1000)
  ticker.start()
  await vi.advanceTimersByTimeAsync(2500)
  expect(work).toHaveBeenCalledTimes(2)
  await ticker.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(2)
})
