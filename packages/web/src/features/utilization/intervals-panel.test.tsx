import { accountOfEquipment, sharesOfOrgUnit } from '@millwatch/contract/http/utilization'
import { HOUR_S } from '@millwatch/domain/time'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubLayout } from '../../ui/layout.testing.ts'
import { field, hand, instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { IntervalsPanel } from './intervals-panel.tsx'
import type { Explainable, FigurePlace } from './types.ts'

const from = Date.parse('2026-01-05T06:00:00Z')

const explainableOf = (place: FigurePlace, machines?: number): Explainable => ({
  place,
  from,
  to: from + 5 * HOUR_S * 1000,
  asOf: from + 5 * HOUR_S * 1000,
  shift: 0,
  machines,
})

const share = (id: number, name: string, runS: number, more: object = {}) => ({
  id,
  name,
  is_here: true,
  run_secs: runS,
  scheduled_s: 5 * HOUR_S,
  own_run_secs: runS,
  own_scheduled_s: 5 * HOUR_S,
  excluded_s: 0,
  archived_s: 0,
  elsewhere_s: 0,
  ...more,
})

function showUnit(shares: readonly ReturnType<typeof share>[], machines: number): void {
  stubLayout()
  serverOf().on(sharesOfOrgUnit, () => ({
    status: 'success',
    run_secs: 0,
    scheduled_s: 0,
    shares: [...shares],
    as_of: instant,
  }))
  const unit = { kind: 'unit', id: 2, name: 'Hall', zone: 'UTC' } as const
  showPage(<IntervalsPanel explainable={explainableOf(unit, machines)} onClose={() => undefined} />)
}

/** Shows the account of a machine that ran for three hours, twice, with a long and a short stop. */
function showMachine(): void {
  stubLayout()
  const begin = from / 1000
  const ends = [1, 3.5, 4, 4.9, 5].map((hour) => begin + hour * HOUR_S)
  serverOf().on(accountOfEquipment, () => ({
    status: 'success',
    run_secs: 1.9 * HOUR_S,
    scheduled_s: 5 * HOUR_S,
    entries: 5,
    data: {
      started_at: [begin, ...ends.slice(0, -1)],
      ended_at: ends,
      status_id: [1, 2, 2, 1, 3],
      shift: [1, 1, 1, 1, 1],
      counts_as: ['running', 'excessive_downtime', 'short_downtime_left_out', 'running', 'offline'],
    },
    more_after: null,
    as_of: instant,
  }))
  const machine = { kind: 'machine', id: 5, name: 'Press', zone: 'UTC' } as const
  showPage(<IntervalsPanel explainable={explainableOf(machine)} onClose={() => undefined} />)
}

const rowsOf = async (list: string) => within(await screen.findByRole('list', { name: list })).getAllByRole('listitem')
const widthOf = (row: HTMLElement): string | undefined =>
  row.querySelector<HTMLElement>('.share-bar > span')?.style.width

test('22: behind the number of a unit, the machine that lost most is the first, each with a bar of what it lost', async () => {
  showUnit([share(1, 'Quick', 5 * HOUR_S), share(2, 'Slow', 2 * HOUR_S), share(3, 'Middling', 3.5 * HOUR_S)], 3)
  const rows = await rowsOf('Machines')
  expect(rows.map((row) => within(row).getByRole('button').textContent)).toEqual(['Slow', 'Middling', 'Quick'])
  expect(rows.map(widthOf)).toEqual(['max(2px, 100%)', 'max(2px, 50%)', undefined])
  expect(rows[0]?.textContent).toContain('40.00 % · 3 h 00 m lost')
})

test('22: times are in hours and minutes first, and to the millisecond on demand', async () => {
  showUnit([share(1, 'Press', 4 * HOUR_S + 59.877)], 1)
  const sum = await screen.findByTestId('behind')
  expect(sum.textContent).toBe('4 h 01 m / 5 h 00 m = 80.33 %')
  await hand.click(field('Show seconds'))
  expect(sum.textContent).toBe('14,459.877 s / 18,000 s = 80.33 %')
  expect((await rowsOf('Machines'))[0]?.textContent).toContain('14,459.877 s run')
})

test('22: the account of a machine begins with its sum per class, the most first, with a bar each', async () => {
  showMachine()
  const sums = within(await screen.findByRole('region', { name: 'Sums by what counts' })).getAllByRole('listitem')
  expect(sums.map(({ textContent }) => textContent)).toEqual([
    'excessive downtime, no run2 h 30 m',
    'runs in scheduled time1 h 54 m',
    'short downtime, no run: not included30 m',
    'offline, no run6 m',
  ])
  expect(sums.map(widthOf)).toEqual(['max(2px, 100%)', 'max(2px, 76%)', 'max(2px, 20%)', 'max(2px, 4%)'])
  const [interval] = await rowsOf('Intervals')
  const last = sums.at(-1)
  if (interval === undefined || last === undefined) throw new Error('There are no intervals')
  expect(last.compareDocumentPosition(interval)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('16: where sums contain more machines than the page lists, the others are named', async () => {
  showUnit([share(1, 'Press', HOUR_S), share(2, 'Press 05', HOUR_S, { is_here: false, archived_s: HOUR_S })], 1)
  await screen.findByText(/the sums of 2 machines.*; also of Press 05, archived or moved since/)
})

test('22: the ends of an interval have minutes first, and milliseconds on demand', async () => {
  showMachine()
  const first = async () => (await rowsOf('Intervals'))[0]?.querySelector('.intervals-when')?.textContent
  expect(await first()).toMatch(/6:00 AM → ?to 7:00 AM$|06:00 → ?to 07:00$/)
  await hand.click(field('Show seconds'))
  expect(await first()).toMatch(/6:00:00 AM|06:00:00/)
})
