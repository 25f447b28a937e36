import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { DowntimeTotals } from './downtime-totals.tsx'

afterEach(cleanup)

test.each([
  [1, '1 other'],
  [2, '2 others'],
])('sums of %i keys beyond the largest are one line', (keys, words) => {
  const largest = [{ key: 1, stops: 3, ms: 7_200_000 }]
  render(
    <MemoryRouter>
      <DowntimeTotals
        totals={{ largest, others: { keys, stops: 2, ms: 3_600_000 } }}
        nameOf={() => 'Jam'}
        pathOf={() => '/'}
        label="Lost hours"
      />
    </MemoryRouter>,
  )
  expect(screen.getByText(words, { exact: true })).toBeTruthy()
})
