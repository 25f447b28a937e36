import { reliabilityOfOrgUnit } from '@millwatch/contract/http/reports-reliability'
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrgUnit } from '../../features/tree/types.ts'
import { answerRaw, refuse } from '../../ui/fake-server.testing.ts'
import { address, button, hand, instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { SummaryOf } from './summary-page.tsx'

// The document of these tests has no layout.
vi.hoisted(() => {
  const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => wide)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
})

const unit = { equipment: [] } as unknown as OrgUnit
const place = { which: 'o', id: 70, name: 'Plant', zone: 'UTC', unit } as const

const nothing = { util_pct: null, run_secs: 0, scheduled_s: 0, offline_scheduled_s: 0 }
const machine = {
  ...nothing,
  id: 5,
  name: 'مكبس'.repeat(30),
  parent_org_unit_id: 70,
  active: true,
  current_status: null,
  util_excluded: false,
  by_bucket: [null],
  buckets_without_data: [],
  latest_cycle_at: null,
  last_contact_at: null,
  no_recent_cycle: false,
  excessive: [],
}
const answer = (equipment: readonly object[]) => ({
  status: 'success',
  units: [{ id: 70, name: 'Plant', parent_id: null, ...nothing }],
  equipment,
  reasons: {},
  buckets: { interval: 86_400, tz: 'UTC', time: [1_767_571_200] },
  period: { startDate: instant, endDate: instant },
  as_of: instant,
})

test('without machines, the page says so, and nothing can be exported', async () => {
  serverOf('user').on(summaryOfOrgUnit, () => answer([]))
  showPage(<SummaryOf place={place} />)
  await screen.findByText('No machines here yet')
  expect(button('Export').disabled).toBe(true)
})

test('a machine without data has no figures, and there is no excessive downtime', async () => {
  serverOf('user').on(summaryOfOrgUnit, () => answer([machine]))
  showPage(<SummaryOf place={place} />)
  const table = await screen.findByRole('table', { name: 'Units and machines' })
  const cells = within(table).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'No contact ',
    expect.stringContaining('∞'),
    '0.00 of 0.00',
    'not scheduled',
    '—',
    '0',
    '—',
    '—',
    '—',
  ])
  screen.getByText('nothing scheduled in this period')
  screen.getByText('No excessive downtime in this period')
  expect(button(/Under-utilized, below 80 %/).disabled).toBe(true)
})

test('in the exceptions, the figure of a machine follows its name, also one that is read from right to left', async () => {
  serverOf('user').on(summaryOfOrgUnit, () =>
    answer([{ ...machine, util_pct: 63.6, run_secs: 636, scheduled_s: 1000 }]),
  )
  showPage(<SummaryOf place={place} />)
  const name = within(await screen.findByRole('button', { name: /Under-utilized/ })).getByText(machine.name)
  expect(name.tagName).toBe('BDI')
  expect(name.nextSibling?.textContent).toBe(' 63.6')
  // Without quotes the name would make a line of its own.
  expect(name.matches('.cut > bdi')).toBe(false)
})

test('a failure is shown in place of the summary, and can be tried again', async () => {
  let isBroken = true
  serverOf('user').on(summaryOfOrgUnit, () =>
    isBroken
      ? answerRaw(JSON.stringify({ status: 'error', error: 'Not for you', code: 'forbidden' }), 403)
      : answer([]),
  )
  showPage(<SummaryOf place={place} />)
  await screen.findByText('The summary could not be read')
  isBroken = false
  await hand.click(button('Try again'))
  await screen.findByText('No machines here yet')
})

const figures = { operating_s: 45_000, failures: 2, repairs: 1, repair_s: 7200, mtbf_s: 22_500, mttr_s: 7200 }
const reliability = (equipment: readonly object[]) => ({
  status: 'success',
  equipment,
  period: { startDate: instant, endDate: instant },
  as_of: instant,
})

test('MTBF and MTTR are columns on demand, kept in the address, and explain themselves', async () => {
  serverOf('user')
    .on(summaryOfOrgUnit, () => answer([{ ...machine, name: 'Press' }]))
    .on(reliabilityOfOrgUnit, () => reliability([{ id: 5, ...figures }]))
  showPage(<SummaryOf place={place} />)
  await screen.findByRole('table', { name: 'Units and machines' })
  expect(screen.queryByRole('columnheader', { name: /^MTBF/ })).toBeNull()
  await hand.click(button('MTBF, MTTR'))
  expect(address()).toContain('columns=reliability')
  await hand.click(await screen.findByRole('button', { name: /^6\.25 h/ }))
  const mtbf = await screen.findByRole('dialog', { name: /mean operating time between failures of Press/ })
  within(mtbf).getByText('12.50 h / 2 failures = 6.25 h')
  within(mtbf).getByText('1 failure not over yet, without a time to repair.')
  await hand.keyboard('{Escape}')
  await hand.click(button(/^2\.00 h/))
  await screen.findByText('2.00 h / 1 failure = 2.00 h')
  await hand.keyboard('{Escape}')
  await hand.click(await screen.findByRole('button', { name: /The mean time to repair$/ }))
  await screen.findByText(/MTTR is the time of failures that ended/)
})

test('a machine without failures has no mean, and says so', async () => {
  const none = { operating_s: 45_000, failures: 0, repairs: 0, repair_s: 0, mtbf_s: null, mttr_s: null }
  serverOf('user')
    .on(summaryOfOrgUnit, () => answer([machine]))
    .on(reliabilityOfOrgUnit, () => reliability([{ id: 5, ...none }]))
  showPage(<SummaryOf place={place} />, { at: '/?columns=reliability' })
  await hand.click(await screen.findByRole('button', { name: /^—.*mean operating time/ }))
  await screen.findByText('No failures in 12.50 h of operating time, so there is no mean.')
})

test('MTBF and MTTR that cannot be read leave the summary as it is, and are tried again', async () => {
  const server = serverOf('user')
    .on(summaryOfOrgUnit, () => answer([machine]))
    .on(reliabilityOfOrgUnit, () => refuse('invalid_request'))
  showPage(<SummaryOf place={place} />, { at: '/?columns=reliability' })
  await screen.findByText(/MTBF and MTTR could not be read/)
  server.on(reliabilityOfOrgUnit, () => reliability([{ id: 5, ...figures }]))
  await hand.click(button('Try again'))
  await screen.findByRole('button', { name: /^6\.25 h/ })
})
