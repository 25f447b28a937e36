// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stopAging } from '../lib/clock.ts'
import { NoContactTag, StatusTag } from './status-tag.tsx'

const NOW = Date.UTC(2026, 10, 23, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})

afterEach(() => {
  cleanup()
  stopAging(undefined)
  vi.useRealTimers()
})

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

test('Down 21 m counts on every second, and stops at the last contact while the connection is lost', () => {
  const { container } = render(<StatusTag status="down" since={NOW - 21 * 60_000} large />)
  expect(container.textContent).toBe('Down21 m 00 s')
  for (const second of [1, 2, 3, 4, 5]) {
    pass(1000)
    expect(container.textContent).toBe(`Down21 m 0${second} s`)
  }
  act(() => stopAging(NOW + 2000))
  expect(container.textContent).toBe('Down21 m 02 s')
  pass(60_000)
  expect(container.textContent).toBe('Down21 m 02 s')
  act(() => stopAging(undefined))
  expect(container.textContent).toBe('Down22 m 05 s')
})

test('a silent machine is named by the time without contact, not by a status that is not known', () => {
  const { container } = render(<NoContactTag contactAt={NOW - 360_000} last="running" />)
  expect(container.textContent).toBe('No contact for 6 m 00 slast running')
})
