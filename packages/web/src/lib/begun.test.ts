import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { begin, takeBegun } from './begun.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reader = () => vi.fn(async () => 'read')

it('is taken over once, by a reader of the same key', async () => {
  const [early, late] = [reader(), reader()]
  begin(['unit', 1, '1w'], early)
  expect(await takeBegun(['unit', 2, '1w'], late)).toBe('read')
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1])
  await takeBegun(['unit', 1, '1w'], late)
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1])
  await takeBegun(['unit', 1, '1w'], late)
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 2])
})

it('is discarded when nobody takes it for long', async () => {
  const late = reader()
  begin(['unit', 3], reader())
  vi.advanceTimersByTime(5001)
  await takeBegun(['unit', 3], late)
  expect(late).toHaveBeenCalledOnce()
})

it('passes its error to the reader that takes it', async () => {
  begin(['unit', 4], () => Promise.reject(new Error('refused')))
  await expect(takeBegun(['unit', 4], reader())).rejects.toThrow('refused')
})

it('is forgotten if it is refused before anybody takes it, as it is before a sign-in', async () => {
  const late = reader()
  begin(['unit', 5], () => Promise.reject(new Error('unauthorized')))
  await Promise.resolve()
  expect(await takeBegun(['unit', 5], late)).toBe('read')
})

it('keeps the answer that the thing does not exist, so that it is asked for once', async () => {
  const late = reader()
  begin(['unit', 6], () => Promise.reject(new ApiError(404, 'Invalid request')))
  await Promise.resolve()
  await expect(takeBegun(['unit', 6], late)).rejects.toThrow('Invalid request')
  expect(late).not.toHaveBeenCalled()
})
