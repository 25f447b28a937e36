import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePlace } from '../scope/place.ts'
import { WallClock } from './wall-clock.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 12, 0, 0, 300) })
  usePlace.setState({ zone: 'UTC' })
})
afterEach(() => void vi.useRealTimers())

test('the clock of the header goes on by a second every second', () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <WallClock />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const time = (): string | null => screen.getByRole('time').textContent
  expect(time()).toBe('12:00:00 PM')
  for (const next of ['12:00:01 PM', '12:00:02 PM', '12:00:03 PM']) {
    act(() => void vi.advanceTimersByTime(1000))
    expect(time()).toBe(next)
  }
})
