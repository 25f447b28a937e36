import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hand } from '../ui/page.testing.ts'
import { ReportContent } from './report-content.tsx'

interface Reading {
  readonly data?: string
  readonly error?: Error
}

/** Shows the content of a report, and returns a function that shows the next state of its query. */
function show(first: Reading) {
  let attempts = 0
  const content = ({ data, error = undefined }: Reading) => (
    <ReportContent
      query={{ data, error: error ?? null, refetch: () => attempts++ }}
      failed="The runs could not be read"
    >
      {(text) => <p>{text}</p>}
    </ReportContent>
  )
  const { rerender } = render(content(first))
  return { next: (reading: Reading) => rerender(content(reading)), attempts: () => attempts }
}
const error = new Error('The database is away')

test('an error stays while the report is read again, until it was read', async () => {
  const { next, attempts } = show({ error })
  expect(screen.getByRole('alert').textContent).toContain('The database is away')
  // The query forgets its error as soon as it is read again.
  next({})
  expect(screen.getByRole('alert').textContent).toContain('The database is away')
  await hand.click(screen.getByRole('button', { name: 'Try again' }))
  expect(attempts()).toBe(1)
  next({ data: 'Three runs' })
  screen.getByText('Three runs')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error after a reading is a line above its content', () => {
  const { next } = show({ data: 'Three runs' })
  next({ data: 'Three runs', error })
  expect(screen.getByRole('alert').textContent).toBe('The runs could not be read: The database is away. Try again')
  screen.getByText('Three runs')
  next({ data: 'Four runs' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error of an earlier reading is not shown while another period is loading', () => {
  const { next } = show({ data: 'Three runs' })
  next({ data: 'Three runs', error })
  next({ data: 'Four runs' })
  next({})
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
})
