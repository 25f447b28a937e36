import type { Answer } from '@millwatch/contract/endpoint'
import { getCompany } from '@millwatch/contract/http/company'
import { runsOfEquipment, runsOfOrgUnit } from '@millwatch/contract/http/reports'
import { HOUR_MS } from '@millwatch/domain/time'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { address, button, company, hand, instant, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { RunsReportOf } from './runs-report-page.tsx'

type Run = Answer<typeof runsOfOrgUnit>['runs'][number]

const start = Date.now() - 20 * HOUR_MS
const at = (hours: number): string => new Date(start + hours * HOUR_MS).toISOString()

/** Returns a run of ten parts from the first to the second hour; `more` replaces fields. */
const run = (id: number, more: Partial<Run> = {}): Run => ({
  id,
  equipment_id: 5,
  equipment_name: 'Press 5',
  started_at: at(1),
  ended_at: at(2),
  ended_by_count: false,
  created_at: instant,
  updated_at: instant,
  tag_ids: [id],
  tags: [{ id, name: `Order ${id}` }],
  cycles_total: 10,
  cycles_current: 10,
  parts_per_cycle: 1,
  allow_overrun: false,
  notify_roster_ids: [],
  scrap_qty: 0,
  parts_desired: 10,
  parts_actual: 10,
  duration_s: 3600,
  ...more,
})

const withScrap = { config: { ...company.config, scrap_enabled: true } }

function show(runs: readonly Run[], which: 'o' | 'e' = 'o', more: Partial<typeof company> = {}) {
  stubLayout()
  const answer = () => ({ status: 'success', runs })
  serverOf()
    .on(runsOfOrgUnit, answer)
    .on(runsOfEquipment, answer)
    .on(getCompany, () => ({ status: 'success', company: { ...company, ...more } }))
  showPage(<RunsReportOf place={{ which, id: 70, name: 'Plant', zone: 'UTC' }} />, { at: `/${which}/70/reports/runs` })
}

const table = async () => within(await screen.findByRole('table', { name: 'Historical runs' }))
const cells = async (name: RegExp): Promise<(string | null)[]> =>
  within((await table()).getByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('empty: No available historical runs to display.', async () => {
  show([])
  await screen.findByText('No available historical runs to display.')
})

test('a failure is said in place of the runs, since an empty report would mislead, and without a message elsewhere', async () => {
  stubLayout()
  serverOf().on(runsOfEquipment, () => refuse('not_found'))
  showPage(<RunsReportOf place={{ which: 'e', id: 70, name: 'Saw', zone: 'UTC' }} />, { at: '/e/70/reports/runs' })
  expect((await screen.findByRole('alert')).textContent).toContain('The runs could not be read')
  expect(screen.queryByText('No available historical runs to display.')).toBeNull()
  expect(button('Export').disabled).toBe(true)
})

test('paper has the bars of all machines, also of those that are not in view', async () => {
  show(Array.from({ length: 80 }, (_, i) => run(i + 1, { equipment_id: i + 1, equipment_name: `Press ${i + 1}` })))
  const bars = await screen.findByRole('group', { name: 'Runs by machine' })
  const machines = () => bars.querySelectorAll('.run-track').length
  await waitFor(() => expect(machines()).toBeGreaterThan(0))
  expect(machines()).toBeLessThan(80)
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(machines()).toBe(80)
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(machines()).toBeLessThan(80)
})

test('columns are Equipment (org unit only), dates, duration, tags, parts; scrap only when the company has scrap enabled', async () => {
  show([run(1)], 'e')
  const heads = (await table()).getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual([
    'Start Date',
    'End Date ↓',
    'Duration',
    'Tag(s)',
    '# Parts Desired',
    '# Parts Actual',
    'Actual of desired',
  ])
  expect(screen.queryByText(/scrap/i)).toBeNull()
})

test('with scrap, and infinity when there is no total', async () => {
  show([run(1, { parts_desired: null, cycles_total: null, parts_actual: 48, scrap_qty: 9 })], 'o', withScrap)
  await screen.findByRole('button', { name: 'With scrap 1' })
  const [machine, , , length, tags, ...parts] = await cells(/Order 1/)
  expect([machine, length, tags]).toEqual(['Press 5', '1 h 00 m 00 s', 'Order 1'])
  expect(parts).toEqual(['∞', '48', 'runs indefinitely', '9', '18.8 %'])
})

test('the figures leave indefinite runs out of the share of # Parts Desired, and how? says so', async () => {
  show([
    run(1, { parts_actual: 9 }),
    run(2, { parts_desired: 30, parts_actual: 31 }),
    run(3, { parts_desired: null, parts_actual: 48 }),
    run(4, { ended_at: null, parts_desired: 500, parts_actual: 1 }),
  ])
  const figures = within(await screen.findByRole('region', { name: 'Figures of the period' }))
  expect(figures.getByText('Runs ended').parentElement?.textContent).toBe('Runs ended31 still going on')
  expect(figures.getByTestId('of-desired').textContent).toBe('100.0 %')
  expect(figures.getByText('# Parts Actual').parentElement?.textContent).toBe('# Parts Actual88all runs')
  await hand.click(figures.getByRole('button', { name: /^how\?/ }))
  const box = await screen.findByRole('dialog', { name: 'How the share of the parts desired is computed' })
  expect(box.textContent).toContain('of # parts desired = # parts actual / # parts desired')
  expect(box.textContent).toContain('40 / 40 = 100.0 %')
  expect(box.textContent).toContain('Left out: 1 indefinite run, with 48 parts; 1 run that went on at the end')
})

test('search and filter are in the address, and Below quantity is what made less than desired', async () => {
  show([run(1, { parts_actual: 9 }), run(2, { equipment_name: 'Saw 6', equipment_id: 6 })])
  await hand.click(await screen.findByRole('button', { name: 'Below quantity 1' }))
  await waitFor(() => expect(screen.queryByText('Order 2')).toBeNull())
  await hand.click(button('All 2'))
  await type('Search tags, equipment', 'saw')
  expect((await cells(/Order 2/))[0]).toBe('Saw 6')
  expect((await table()).queryByText('Order 1')).toBeNull()
  await type('Search tags, equipment', 'nothing')
  await screen.findByText('No run that ended in the period is of this kind.')
  expect(address()).toContain('q=nothing')
})
