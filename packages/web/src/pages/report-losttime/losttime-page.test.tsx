import { lostTimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { DAY_MS } from '@millwatch/domain/time'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useScopeStore } from '../../scope/scope-store.ts'
import { answerRaw, refuse } from '../../ui/fake-server.testing.ts'
import { button, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { LostTime } from './losttime-page.tsx'

// The document of these tests has no layout.
vi.hoisted(() => {
  const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => wide)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})

const place = { which: 'o', id: 70, name: 'Plant', zone: 'UTC' } as const
const from = Date.parse('2026-01-04T00:00:00Z')

beforeEach(() =>
  useScopeStore.setState({
    scope: { ...DEFAULT_SCOPE, type: 'absolute', absStartDate: from, absEndDate: from + 2 * DAY_MS },
  }),
)

const row = {
  equipName: 'Press',
  equipId: 5,
  start: '2026-01-04T06:00:00.000Z',
  end: '2026-01-04T14:00:00.000Z',
  shift: 1,
  date: '2026-01-04',
  full: false,
  lateStart: 2280,
  earlyShutdown: 61.5,
  excessiveDowntimeStart: true,
  excessiveDowntimeShutdown: false,
  ran_from: '2026-01-04T06:38:00.000Z',
  ran_to: '2026-01-04T13:58:58.500Z',
}
const never = { ...row, equipName: 'Saw', equipId: 6, full: true, lateStart: 28_800, earlyShutdown: 0 }
const answer = (report: readonly object[], exceptions: readonly object[] = []) => ({
  status: 'success',
  report,
  exceptions,
  as_of: '2026-01-06T00:00:00.000Z',
})

function show(at = '/') {
  showPage(<LostTime place={place} />, { at })
}

const table = () => screen.findByRole('table', { name: 'Lost time of the date' })
const anotherPeriod = () =>
  act(() => useScopeStore.setState(({ scope }) => ({ scope: { ...scope, absStartDate: from - DAY_MS } })))

test("'No lost time records found' is shown with the period, below the machines without shifts on their schedule", async () => {
  serverOf().on(lostTimeOfOrgUnit, () => answer([], [{ equipId: 9, equipName: 'Lathe' }]))
  show()
  const empty = await screen.findByText('No lost time records found')
  expect(empty.parentElement?.textContent).toMatch(/Jan 4 – .*Jan 5.*, all shifts/)
  const exceptions = screen.getByRole('region', { name: 'Report has exceptions' })
  expect(within(exceptions).getByRole('link', { name: 'Lathe' }).getAttribute('href')).toMatch(/^\/e\/9\?/)
  expect(within(exceptions).getByRole('link', { name: 'Open schedule' }).getAttribute('href')).toMatch(
    /^\/o\/70\?.*panel=schedule/,
  )
  expect(button('Export').disabled).toBe(true)
})

test("'Error retrieving lost time report' is shown with the reason of the server, and can be tried again", async () => {
  let isMended = false
  serverOf().on(lostTimeOfOrgUnit, () =>
    isMended ? answer([row]) : answerRaw(JSON.stringify({ status: 'error', error: 'Too many machine-days' }), 400),
  )
  show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Error retrieving lost time report')
  expect(alert.textContent).toContain('Too many machine-days')
  isMended = true
  await hand.click(button('Try again'))
  await screen.findByRole('table', { name: 'Lost time of the date' })
})

test('an earlier pending request is cancelled when the period changes', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const { promise, resolve } = Promise.withResolvers<object>()
  serverOf().on(lostTimeOfOrgUnit, () => (signals.length === 1 ? promise : answer([row])))
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.includes('/reports/lost')) signals.push(init?.signal)
    return fetch(url, init)
  })
  show()
  await waitFor(() => expect(signals).toHaveLength(1))
  act(() => useScopeStore.setState(({ scope }) => ({ scope: { ...scope, absStartDate: from - DAY_MS } })))
  await screen.findByRole('table', { name: 'Lost time of the date' })
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  resolve(answer([]))
})

test('a machine that started late, stopped early or never ran is named so in words, the largest loss first', async () => {
  serverOf().on(lostTimeOfOrgUnit, () => answer([row, never]))
  show()
  const table = within(await screen.findByRole('table', { name: 'Lost time of the date' }))
  const [, saw, press] = table.getAllByRole('row')
  expect(saw?.textContent).toContain('Never ran in the 1st shift: 8 h 00 m 00 s lost')
  expect(saw?.textContent).toContain('480 m')
  expect(press?.textContent).toContain(
    'Started 6:38 AM, 38 m 00 s after the 1st shift began (6:00 AM), which is excessive',
  )
  expect(press?.textContent).toContain('Stopped 1:58 PM, 1 m 01 s before the 1st shift ended (2:00 PM)')
  const kinds = [...(press?.querySelectorAll('[data-kind]') ?? [])].map((edge) => edge.getAttribute('data-kind'))
  expect(kinds).toEqual(['excessive', 'late'])
  expect([...(saw?.querySelectorAll('[data-kind]') ?? [])].map((edge) => edge.getAttribute('data-kind'))).toEqual([
    'missing',
    'missing',
  ])
})

test('while another period is read the old figures are dimmed, and a file is named after their period', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  let reads = 0
  serverOf().on(lostTimeOfOrgUnit, () => (reads++ === 0 ? answer([row]) : promise))
  const names: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  show()
  await table()
  anotherPeriod()
  await waitFor(() => expect(document.querySelector('.report-page[data-old=true]')).not.toBeNull())
  // An element without a box cannot be dimmed.
  expect([...document.querySelectorAll('.report-page > .contents')]).toEqual([])
  await hand.click(button('Export'))
  await hand.click(button('JSON'))
  expect(names).toEqual(['Plant 2026-01-04 2026-01-05 lost time.json'])
  resolve(answer([]))
  await screen.findByText('No lost time records found')
})

test('a failed refresh leaves the figures there, with the reason above them', async () => {
  let isBroken = false
  serverOf().on(lostTimeOfOrgUnit, () => (isBroken ? refuse('shifts_locked') : answer([row])))
  show()
  await table()
  isBroken = true
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Error retrieving lost time report: /)
  await table()
  isBroken = false
  await hand.click(button('Try again'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a link to a machine keeps the sidebar hidden, and Alt with an arrow key stays with the browser', async () => {
  serverOf().on(lostTimeOfOrgUnit, () => answer([row]))
  show('/?hidesidebar')
  const link = within(await table()).getByRole('link', { name: 'Press' })
  expect(link.getAttribute('href')).toMatch(/^\/e\/5\?.*hidesidebar/)
  const tab = screen.getByRole('tab', { selected: true, name: /lost/ })
  expect(fireEvent.keyDown(tab, { key: 'ArrowLeft', altKey: true })).toBe(true)
  expect(fireEvent.keyDown(tab, { key: 'ArrowLeft' })).toBe(false)
})
