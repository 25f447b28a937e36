import type { Answer } from '@millwatch/contract/endpoint'
import { partsOfEquipment, partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import { HOUR_MS } from '@millwatch/domain/time'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { address, button, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { PartsReportOf } from './parts-report-page.tsx'

type Report = Answer<typeof partsOfOrgUnit>

const start = Date.now() - 20 * HOUR_MS
const at = (hours: number): string => new Date(start + hours * HOUR_MS).toISOString()
const part = (id: number, number: string, last: string | null) => ({
  ...{ id, number, description: '', url: null, deleted_at: null, last_maintained_at: last },
})
const work = (id: number, partId: number, hours: number, qty: number) => ({
  ...{ id, critical_part_id: partId, equipment_id: 5, action_base: 'replace' as const, qty, created_at: at(hours) },
  ...{ during_stop: id !== 2, alarm_id: null },
})

const full: Partial<Report> = {
  history: [work(2, 1, 6, 4), work(1, 1, 2, 1)],
  parts: [part(1, 'B-1', at(6)), part(2, 'X-2', null)],
}

function show(more: Partial<Report>, which: 'o' | 'e' = 'o') {
  stubLayout()
  const answer = (): Report => ({
    ...{ status: 'success', history: [], parts: [], equipment: { 5: 'Press 5' } },
    ...{ period: { startDate: at(0), endDate: at(20) }, as_of: at(20), ...more },
  })
  serverOf().on(partsOfOrgUnit, answer).on(partsOfEquipment, answer)
  showPage(<PartsReportOf place={{ which, id: 70, name: 'Plant', zone: 'UTC' }} />, {
    at: `/${which}/70/reports/parts`,
  })
}

const table = async () => within(await screen.findByRole('table', { name: 'Critical parts history' }))
const heads = async () => (await table()).getAllByRole('columnheader').map((head) => head.textContent)
const cells = async (name: RegExp) =>
  within((await table()).getByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('empty: No available critical part history to display.', async () => {
  show({})
  await screen.findByText('No available critical part history to display.')
  expect(button('Export').disabled).toBe(true)
})

test('a failure is said in place of the report', async () => {
  stubLayout()
  serverOf().on(partsOfOrgUnit, () => refuse('not_found'))
  showPage(<PartsReportOf place={{ which: 'o', id: 70, name: 'Plant', zone: 'UTC' }} />, { at: '/o/70/reports/parts' })
  expect((await screen.findByRole('alert')).textContent).toContain('The critical parts history could not be read')
})

test('of a unit, each part has its count, when it was last maintained or Never, and a timeline', async () => {
  show(full)
  expect(await heads()).toEqual(['Part #', 'Maintained', 'Last maintained', 'Timeline'])
  const [, count, last, timeline] = await cells(/B-1/)
  expect([count, timeline]).toEqual(['2', 'replaced × 4'])
  expect(last).toMatch(/\d+:\d\d/)
  expect((await cells(/X-2/)).slice(1, 3)).toEqual(['0', 'Never'])
  const [track] = (await table()).getAllByRole('img')
  expect(track?.getAttribute('aria-label')).toMatch(/^replaced, .*Press 5; replaced × 4, .*Press 5$/)
})

test('of a machine, there is no column for the last maintenance', async () => {
  show(full, 'e')
  expect(await heads()).toEqual(['Part #', 'Maintained', 'Timeline'])
})

test('the sum says how it is computed', async () => {
  show(full)
  expect((await screen.findByTestId('maintained')).textContent).toBe('2')
  await hand.click(screen.getByRole('button', { name: /how\?/ }))
  const box = await screen.findByRole('dialog')
  expect(box.textContent).toContain('1 during stops + 1 by completed maintenance = 2')
})

test('a selected part shows its work, latest first, and is in the address; selecting again lets go', async () => {
  show(full)
  await hand.click((await table()).getByRole('row', { name: /B-1/ }))
  const events = within(await screen.findByRole('table', { name: 'Maintenance of B-1' }))
  const actions = events.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[1]?.textContent)
  expect(actions.slice(1)).toEqual(['replaced × 4', 'replaced'])
  expect(address()).toContain('part=1')
  await hand.click((await table()).getByRole('row', { name: /B-1/ }))
  expect(screen.queryByRole('table', { name: 'Maintenance of B-1' })).toBeNull()
})
