import { listTags } from '@millwatch/contract/http/runs-tags'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { focusManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { MOST_ROWS, type RawEntry } from '../../features/reports/raw-data.ts'
import { chooseMeasures } from '../../lib/measures.ts'
import { currentScope, useScopeStore } from '../../scope/scope-store.ts'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { button, cellsOf, hand, instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { DataReportOf } from './data-report-page.tsx'

const start = Date.now() / 1000 - 3600
const cycle = (minute: number): RawEntry => [start + minute * 60, 12.4, null, 95.2, 952, [3], 1]
const reading = (minute: number): RawEntry => [start + minute * 60, null, 40.1, null, null, [], 2]
const tag = { id: 3, name: 'AX-117', group_name: null, cycle_tag_group_id: null, active: false, deactivated_at: null }

/** Shows the report over a server that answers with these rows. */
function show(data: () => RawEntry[]) {
  stubLayout()
  const more = { created_at: instant, updated_at: instant, org_unit_ids: [], equipment_ids: [] }
  const queries: object[] = []
  const server = serverOf()
    .on(rawDataOfEquipment, ({ query }) => {
      queries.push(query)
      return { status: 'success', data: data() }
    })
    .on(listTags, () => ({ status: 'success', tags: [{ ...tag, ...more }] }))
  showPage(<DataReportOf place={{ which: 'e', id: 5, name: 'Press 5', zone: 'UTC' }} />, {
    at: '/e/5/reports/data',
  })
  return { server, queries }
}

const rows = () => cellsOf('Raw data')

test('empty: No data available to display.', async () => {
  show(() => [])
  await screen.findByText('No data available to display.')
  expect(button('Export').disabled).toBe(true)
})

test('the page asks for one row more than it can show', async () => {
  const { queries } = show(() => [])
  await screen.findByText('No data available to display.')
  expect(queries).toMatchObject([{ limit: 100_001 }])
})

test('it has all cycles, also those that charts and averages leave out', async () => {
  const before = currentScope()
  useScopeStore.setState({ scope: { ...before, ignoreStartupCycles: true, ignoreOutlierCycles: true } })
  onTestFinished(() => void useScopeStore.setState({ scope: before }))
  const { queries } = show(() => [])
  await screen.findByText('No data available to display.')
  expect(queries.map((query) => Object.keys(query).toSorted())).toEqual([['endDate', 'limit', 'startDate']])
})

test('too large: Too much data to display here, and the export is still offered', async () => {
  show(() => Array.from({ length: MOST_ROWS + 1 }, () => reading(0)))
  await screen.findByText('Too much data to display here. Please pick a smaller timeframe for the report.')
  expect(button('Export').disabled).toBe(false)
  expect(screen.queryByRole('table')).toBeNull()
})

test('failure: empty with an error, which can be tried again', async () => {
  let fails = true
  show(() => (fails ? refuse('too_many_requests') : [reading(1)]))
  await screen.findByText('The raw data could not be read')
  expect(screen.queryByRole('table')).toBeNull()
  fails = false
  await hand.click(button('Try again'))
  expect(await rows()).toHaveLength(1)
})

test('a failure to read them again leaves the rows there, below a line that says so', async () => {
  let fails = false
  show(() => (fails ? refuse('too_many_requests') : [reading(1)]))
  expect(await rows()).toHaveLength(1)
  fails = true
  act(() => focusManager.setFocused(true))
  expect((await screen.findByRole('alert')).textContent).toContain('The raw data could not be read: ')
  expect(await rows()).toHaveLength(1)
  fails = false
  await hand.click(button('Try again'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  focusManager.setFocused(undefined)
})

test('rows that come while somebody points at the table wait above it, also several of one instant', async () => {
  let data = [cycle(1), reading(1)]
  show(() => data)
  expect(await rows()).toHaveLength(2)
  const box = screen.getByRole('region', { name: 'Raw data' })
  fireEvent.pointerEnter(box)
  data = [cycle(1), reading(1), cycle(1), reading(2)]
  act(() => focusManager.setFocused(true))
  const admit = await screen.findByRole('button', { name: '2 new rows' })
  expect((await rows()).map((cells) => cells[1])).toEqual(['Telemetry', 'Cycle'])
  await hand.click(admit)
  expect((await rows()).map((cells) => cells[1])).toEqual(['Telemetry', 'Cycle', 'Telemetry', 'Cycle'])
  fireEvent.pointerLeave(box)
  focusManager.setFocused(undefined)
})

test('rows have type, cycle time, temperature, analog input and its converted value, and tags; filters by data type', async () => {
  show(() => [cycle(1), reading(2), cycle(3)])
  await screen.findAllByText('AX-117')
  expect((await rows()).map((cells) => cells.slice(1))).toEqual([
    ['Cycle', '12.4', '—', '95.2', '952', 'AX-117'],
    ['Telemetry', '—', '40.1', '—', '—', ''],
    ['Cycle', '12.4', '—', '95.2', '952', 'AX-117'],
  ])
  const filters = within(screen.getByRole('group', { name: 'Data type' }))
  expect(filters.getAllByRole('button').map((filter) => filter.textContent)).toEqual([
    'All',
    'Cycle',
    'Telemetry',
    'Cycle time',
    'Temperature',
    'Analog input',
  ])
  for (const [name, count] of [
    ['Cycle', 2],
    ['Telemetry', 1],
    ['Cycle time', 2],
    ['Temperature', 1],
    ['Analog input', 2],
    ['All', 3],
  ] as const) {
    await hand.click(filters.getByRole('button', { name }))
    expect(await rows()).toHaveLength(count)
  }
})

test('24: temperatures are in the unit of the company, which the head of the column names', async () => {
  const usual = { first_weekday: 0, measure_units: 'metric', currency: null } as const
  chooseMeasures({ ...usual, measure_units: 'us' })
  show(() => [reading(1)])
  expect((await rows()).map((cells) => cells[3])).toEqual(['104.18'])
  expect(screen.getByRole('columnheader', { name: 'Temperature, °F' })).toBeDefined()
  chooseMeasures(usual)
})
