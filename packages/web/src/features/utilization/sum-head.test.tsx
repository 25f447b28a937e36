import { HOUR_S } from '@millwatch/domain/time'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SumHead } from './sum-head.tsx'
import type { Figures } from './types.ts'

afterEach(cleanup)

function showSums(runS: number, shownRunS: number): void {
  const figures = { run_secs: shownRunS, scheduled_s: 5 * HOUR_S } as Figures
  const place = { kind: 'unit', id: 2, name: 'Hall', zone: 'UTC' } as const
  const explainable = { place, from: 0, to: 5 * HOUR_S * 1000, asOf: 5 * HOUR_S * 1000, shift: 0, figures }
  const sums = { runS, scheduledS: 5 * HOUR_S, listed: '2 machines', isExact: false }
  render(<SumHead explainable={explainable} {...sums} onExact={() => undefined} />)
}

test('22: sums that differ from the number shown by minutes are written in hours and minutes', () => {
  showSums(3 * HOUR_S, 2 * HOUR_S)
  expect(screen.getByRole('status').textContent).toContain('which showed 2 h 00 m / 5 h 00 m:')
})

test('22: sums that differ by less than a minute are written to the millisecond, as minutes would look equal', () => {
  showSums(3 * HOUR_S + 0.25, 3 * HOUR_S)
  expect(screen.getByRole('status').textContent).toMatch(/which showed 10,800(\.000)? s/)
})

test('nothing is said when the sums are those of the number shown', () => {
  showSums(3 * HOUR_S, 3 * HOUR_S)
  expect(screen.queryByRole('status')).toBeNull()
})
