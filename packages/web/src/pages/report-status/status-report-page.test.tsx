import { restatementsOfEquipment, statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { readInterval } from '@millwatch/contract/http/status'
import { MINUTE_MS } from '@millwatch/domain/time'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { button, cellsOf, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { StatusReportOf } from './status-report-page.tsx'

const start = Date.now() - 600 * MINUTE_MS
const at = (minutes: number): string => new Date(start + minutes * MINUTE_MS).toISOString()

const log = (id: number, statusId: 1 | 2 | 3 | 4, from: number, to: number | null) => ({
  id,
  status_id: statusId,
  started_at: at(from),
  ended_at: to === null ? null : at(to),
  duration_s: ((to ?? 600) - from) * 60,
  status_reason_id: null,
  status_reason: null,
  notes: null,
  xsf_report_ignored: false,
})

const unplaced = {
  id: 9,
  started_at: at(20),
  ended_at: at(25),
  status_reason_id: 3,
  status_reason: 'Jam',
  notes: 'Feeder',
  xsf_report_ignored: false,
}

const vanished = {
  ...{ id: 4, critical_part_id: 7, number: 'B-1', action_base: 'replace' as const, qty: 2 },
  ...{ started_at: at(30), ended_at: at(40) },
}

/** Shows the report over a server that answers with these intervals and annotations. */
function show(
  data: readonly ReturnType<typeof log>[],
  annotations: readonly (typeof unplaced)[] = [],
  parts: readonly (typeof vanished)[] = [],
) {
  stubLayout()
  const server = serverOf()
    .on(statusOfEquipment, () => ({ status: 'success', data, annotations, parts }))
    .on(restatementsOfEquipment, () => ({ status: 'success', restatements: [] }))
  const place = { which: 'e' as const, id: 5, name: 'Press 5', zone: 'UTC' }
  showPage(<StatusReportOf place={place} />, { at: '/e/5/reports/status' })
  return server
}

const rows = () => cellsOf('Historical status logs')

test('empty: No available historical status logs to display.', async () => {
  show([])
  await screen.findByText('No available historical status logs to display.')
  expect(button('Export').disabled).toBe(true)
})

test('parts of stops that vanished are in the log, with what was done to them', async () => {
  show([log(1, 1, 0, 60)], [], [vanished])
  expect((await rows()).map((cells) => [cells[0], cells[3], cells[5]].join('|').trim())).toEqual([
    'No stop|10 m 00 s|B-1 replaced × 2',
    expect.stringMatching(/^Running/),
  ])
})

test('annotations that are on no stop any more are in the log, among the stops', async () => {
  show([log(1, 1, 0, 60), log(2, 2, 60, 90), log(3, 4, 90, null)], [unplaced])
  expect((await rows()).map((cells) => [cells[0], cells[3], cells[4], cells[5]].join('|').trim())).toEqual([
    expect.stringMatching(/^ ?Powered off\|8 h (29|30) m/),
    expect.stringMatching(/^ ?Down\|30 m 00 s\|\|/),
    'No stop|5 m 00 s|Jam|Feeder',
    expect.stringMatching(/^ ?Running\|1 h 00 m 00 s/),
  ])
  const filters = within(screen.getByRole('group', { name: 'Status' }))
  expect(filters.getAllByRole('button').map((filter) => filter.textContent)).toEqual([
    'All 4',
    'Running 1',
    'Down 2',
    'Powered off 1',
  ])
  await hand.click(filters.getByRole('button', { name: 'Down 2' }))
  expect((await rows()).map(([status]) => status?.trim())).toEqual(['Down', 'No stop'])
})

test('arrow keys pass an annotation that is on no stop any more', async () => {
  show([log(1, 1, 0, 15), log(2, 4, 30, null)], [unplaced]).on(readInterval, () => refuse('not_found'))
  const box = await screen.findByRole('region', { name: 'Historical status logs' })
  const current = () => box.querySelector('tr[aria-current] td')?.textContent?.trim()
  box.focus()
  for (const status of ['Powered off', 'No stop', 'Running']) {
    await hand.keyboard('{ArrowDown}')
    await waitFor(() => expect(current()).toBe(status))
  }
})

test('a failure is said in place of the table, and can be tried again', async () => {
  stubLayout()
  const server = serverOf()
    .on(statusOfEquipment, () => refuse('too_many_requests'))
    .on(restatementsOfEquipment, () => ({ status: 'success', restatements: [] }))
  showPage(<StatusReportOf place={{ which: 'e', id: 5, name: 'Press 5', zone: 'UTC' }} />, {
    at: '/e/5/reports/status',
  })
  await screen.findByText('The status logs could not be read')
  server.on(statusOfEquipment, () => ({ status: 'success', data: [log(1, 3, 0, null)], annotations: [], parts: [] }))
  await hand.click(button('Try again'))
  expect((await rows()).map(([status]) => status?.trim())).toEqual(['Offline'])
})
