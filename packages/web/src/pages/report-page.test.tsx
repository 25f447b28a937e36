import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Queries from '../features/tree/queries.ts'
import { useScopeStore } from '../scope/scope-store.ts'
import { button, hand, serverOf, showPage } from '../ui/page.testing.ts'
import { ReportLayout, ReportPlacePage } from './report-page.tsx'

const read = vi.hoisted(() => vi.fn<() => Promise<object>>())
vi.mock('../features/tree/queries.ts', async (original) => ({
  ...(await original<typeof Queries>()),
  orgUnitQuery: (id: number, key: readonly unknown[]) => ({
    queryKey: ['unit', id, ...key],
    queryFn: read,
    retry: false,
  }),
}))

const unit = { id: 70, name: 'Plant', actual_timezone: 'UTC', schedule: {} }

beforeEach(() => {
  serverOf()
  useScopeStore.setState({ scope: DEFAULT_SCOPE })
})

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      count {count}
    </button>
  )
}

const show = () =>
  showPage(
    <ReportPlacePage subject={{ which: 'o', id: 70 }} heading="Report">
      {() => <Counter />}
    </ReportPlacePage>,
  )

/** Long, because a busy machine answers late. */
const eventually = { timeout: 20_000 }

test('a unit that cannot be read for another period leaves its report there, with all that a person has begun', async () => {
  read.mockResolvedValueOnce(unit).mockRejectedValue(new Error('No'))
  show()
  await hand.click(await screen.findByRole('button', { name: 'count 0' }))
  await act(async () => useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, shift: 2 } }))
  await act(() => vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), eventually))
  await act(() => vi.waitFor(() => expect(read.mock.settledResults.at(-1)?.type).toBe('rejected'), eventually))
  await hand.click(button('count 1'))
  await screen.findByRole('button', { name: 'count 2' })
})

test('a unit that was never read is an error', async () => {
  read.mockReset().mockRejectedValue(new Error('No'))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('This unit could not be read')
})

test('a report over all shifts says so when a shift is chosen, and other reports do not', () => {
  const second = (shift: 0 | 2, ignoresShift: boolean): string | null | undefined => {
    useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, shift } })
    showPage(
      <ReportLayout
        place={{ which: 'o', id: 70, name: 'Plant', zone: 'UTC' }}
        report={{ heading: 'Report' }}
        ignoresShift={ignoresShift}
      >
        .
      </ReportLayout>,
    )
    const text = screen.getByRole('heading', { name: 'Report' }).nextElementSibling?.textContent
    cleanup()
    return text
  }
  expect([second(2, true), second(0, true), second(2, false)]).toEqual(['Plant · over all shifts', 'Plant', 'Plant'])
})
