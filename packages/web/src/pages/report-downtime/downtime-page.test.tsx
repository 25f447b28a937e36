import type { Answer } from '@millwatch/contract/endpoint'
import { downtimeFields, downtimeOfEquipment, downtimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { annotateStop } from '@millwatch/contract/http/stops'
import { listReasons } from '@millwatch/contract/http/stops-reasons'
import { utilizationOfEquipment, utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { annotationEntry, keptAnnotation } from '../../features/stops/kept-annotation.ts'
import { dropEntries, keptEntries } from '../../lib/kept-entries.ts'
import { enter, sendEntriesOf } from '../../lib/send-entries.ts'
import { useScopeStore } from '../../scope/scope-store.ts'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { messages } from '../../ui/messages.ts'
import { address, button, field, hand, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { DowntimeReport } from './downtime-page.tsx'

let end = (): void => undefined
beforeEach(() => {
  useScopeStore.setState({ scope: DEFAULT_SCOPE })
  end = sendEntriesOf('7/user/1', { [annotateStop.operation]: keptAnnotation })
})
afterEach(() => {
  end()
  dropEntries(keptEntries())
})

type Report = Answer<typeof downtimeOfOrgUnit>
type Row = Report['data'][number]

const start = Math.floor(Date.now() / 1000) - 20 * 3600

/** Returns a stop of an hour of a machine, `hour` hours after the beginning. */
function stop(
  id: number,
  machine: string,
  hour: number,
  reason: string | null = null,
  notes: string | null = null,
): Row {
  const from = start + hour * 3600
  const reasonId = reason === null ? null : reason.length
  return [
    id,
    machine.length,
    machine,
    2,
    from,
    from + 3600,
    false,
    3600,
    3600,
    reasonId,
    reason,
    notes,
    [],
    [],
    false,
    2100,
  ]
}

const report = (data: Row[], more: Partial<Report> = {}): Report => ({
  status: 'success',
  fields: [...downtimeFields],
  data,
  reasons: {},
  equipment: { 5: { name: 'Saw 5', org_units: [] } },
  ...more,
})

const noReasons = () => ({ status: 'success', reasons: [] })

/** Shows the page over the reports, of which each reading gets the next, and the last one again. */
function show(reports: readonly (() => Report)[], which: 'o' | 'e' = 'o', at = '', reasons: () => unknown = noReasons) {
  stubLayout()
  let reading = 0
  const starts: (string | undefined)[] = []
  const answer = ({ query }: { query: { endDate?: string } }) => {
    starts.push(query.endDate)
    return (reports[Math.min(reading++, reports.length - 1)] as () => Report)()
  }
  serverOf()
    .on(downtimeOfOrgUnit, answer)
    .on(downtimeOfEquipment, answer)
    .on(listReasons, reasons)
    .on(listTags, () => ({ status: 'success', tags: [] }))
    .on(utilizationOfOrgUnits, () => refuse('not_found'))
    .on(utilizationOfEquipment, () => refuse('not_found'))
  const place = { which, id: 70, name: 'Plant', zone: 'UTC' } as const
  showPage(<DowntimeReport place={place} />, { at: `/${which}/70/reports/downtime${at}` })
  return { endDates: starts }
}

const rows = async (): Promise<(string | null)[]> => {
  const table = within(await screen.findByRole('table', { name: 'Excessive stops' }))
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
}

test('empty: No excessive downtime in this period, with a way to a wider one', async () => {
  show([() => report([])])
  await screen.findByText('No excessive downtime in this period')
  button('Wider period')
  expect(button('Export').disabled).toBe(true)
})

test('a machine that does not track it shows the message, with a link to the configuration', async () => {
  const words = 'Excessive downtime tracking is disabled for this equipment. Enable it in the equipment configuration.'
  show([() => report([], { message: words })], 'e')
  await screen.findByText(words)
  await hand.click(screen.getByRole('link', { name: 'Open the configuration' }))
  expect(address()).toMatch(/^\/e\/70\?.*panel=configuration/)
})

test.each([
  ['o', 'Error retrieving org unit excessive downtimes'],
  ['e', 'Error retrieving equipment excessive downtimes'],
] as const)('a failure of %s is shown, and can be tried again', async (which, words) => {
  show([() => refuse('not_found'), () => report([stop(1, 'Saw', 1)])], which)
  await message(words)
  await hand.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})

test('a failure is shown for 30 s', async () => {
  show([() => refuse('not_found')])
  await message('Error retrieving org unit excessive downtimes')
  expect(messages.visibleToasts.map(({ timeout }) => timeout)).toEqual([30_000])
})

test('a period that ends now is read without endDate', async () => {
  const { endDates } = show([() => report([stop(1, 'Saw', 1)])])
  expect(await rows()).toHaveLength(1)
  expect(endDates).toEqual([undefined])
})

test('a period between dates is read with its endDate', async () => {
  const [absStartDate, absEndDate] = [Date.parse('2026-01-04T00:00:00Z'), Date.parse('2026-01-06T00:00:00Z')]
  useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, type: 'absolute', absStartDate, absEndDate } })
  const { endDates } = show([() => report([])])
  await screen.findByText('No excessive downtime in this period')
  expect(endDates).toEqual(['2026-01-06T00:00:00.000Z'])
})

test('the search looks at reason, notes and equipment name, in any case', async () => {
  show([
    () => report([stop(1, 'Saw', 1, 'Jam'), stop(2, 'Press', 2, null, 'Feeder BENT'), stop(3, 'Mill', 3, 'Setup')]),
  ])
  expect(await rows()).toHaveLength(3)
  for (const [words, name] of [
    ['jAM', 'Saw'],
    ['feeder', 'Press'],
    ['MIL', 'Mill'],
  ] as const) {
    await type('Search reason, notes, equipment', words)
    expect(await rows()).toEqual([expect.stringContaining(name)])
  }
  await type('Search reason, notes, equipment', 'nothing like it')
  await hand.click(button('Show all'))
  expect(field('Search reason, notes, equipment').value).toBe('')
})

test('without a reason: the figure leads to these stops', async () => {
  show([() => report([stop(1, 'Saw', 1, 'Jam'), stop(2, 'Press', 2)])])
  await hand.click(await screen.findByRole('button', { name: 'Show these' }))
  expect(await rows()).toEqual([expect.stringContaining('Press')])
  expect(button(/^No reason 1/).getAttribute('aria-pressed')).toBe('true')
})

test('new stops wait above the table until they are wanted; the sums have them at once', async () => {
  show([
    () => refuse('not_found'),
    () => report([stop(1, 'Saw', 1)]),
    () => report([stop(1, 'Saw', 1), stop(2, 'Press', 2)]),
  ])
  await hand.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
  dispatchEvent(new Event('visibilitychange'))
  await hand.click(await screen.findByRole('button', { name: '1 new stop' }))
  expect(await rows()).toEqual([expect.stringContaining('Press'), expect.stringContaining('Saw')])
})

test('typed notes stay while a filter takes their row out of the list', async () => {
  show([() => report([stop(1, 'Saw', 1), stop(2, 'Press', 2)])])
  const saw = within(await screen.findByRole('row', { name: /Saw/ }))
  await hand.click(button('Add notes', saw))
  await type('Notes on this stop', 'bearing')
  await type('Search reason, notes, equipment', 'Press')
  expect(await rows()).toHaveLength(2)
  expect(field('Notes on this stop').value).toBe('bearing')
})

test('notes are written in the row, once they differ', async () => {
  show([() => report([stop(1, 'Saw', 1)])])
  const { promise, resolve } = Promise.withResolvers<unknown>()
  serverOf().on(annotateStop, ({ params: { id }, body: { notes } }) => {
    resolve([id, notes])
    return { status: 'success' }
  })
  const saw = within(await screen.findByRole('row', { name: /Saw/ }))
  await hand.click(button('Add notes', saw))
  await type('Notes on this stop', '   ')
  expect(button('Save notes').disabled).toBe(true)
  await type('Notes on this stop', ' bearing ')
  await hand.click(button('Save notes'))
  expect(await promise).toEqual([1, 'bearing'])
})

test('notes are written in the row, and saved only if they changed; blank ones on a stop without notes are not saved', async () => {
  show([() => report([stop(1, 'Saw', 1), stop(2, 'Press', 2, null, 'Feeder bent')])])
  const server = serverOf().on(annotateStop, () => ({ status: 'success' }))
  const saw = within(await screen.findByRole('row', { name: /Saw/ }))
  await hand.click(button('Add notes', saw))
  await type('Notes on this stop', '   ')
  expect(button('Save notes').disabled).toBe(true)
  await type('Notes on this stop', 'Bearing')
  await hand.click(button('Save notes'))
  await expect.poll(() => server.bodies(annotateStop)).toEqual([{ notes: 'Bearing', expected_notes: null }])
  await hand.click(button(/^Edit notes: Feeder bent/))
  expect(button('Save notes').disabled).toBe(true)
  await type('Notes on this stop', 'Feeder bent again')
  await hand.click(button('Save notes'))
  await expect
    .poll(() => server.bodies(annotateStop)[1])
    .toEqual({ notes: 'Feeder bent again', expected_notes: 'Feeder bent' })
})

test('a stop to which a reason was just given has one, also while the names of the reasons cannot be read', async () => {
  show([() => report([stop(1, 'Saw', 1)])], 'o', '', () => refuse('forbidden'))
  serverOf().on(annotateStop, noAnswer)
  await screen.findByRole('button', { name: /give a reason/ })
  act(
    () => void enter(annotationEntry({ id: 1, machineId: 3 }, { status_reason_id: 9 }, { words: '', expected: null })),
  )
  await screen.findByText('not saved yet')
  expect(screen.queryByRole('button', { name: /give a reason/ })).toBeNull()
})

test('the list of reasons for several stops does not say how many there are before they are read', async () => {
  show([() => report([stop(1, 'Saw', 1)])], 'o', '', () => refuse('forbidden'))
  await hand.click(await screen.findByRole('checkbox', { name: /Select all/ }))
  await hand.click(button(/reason/, within(screen.getByRole('group', { name: 'Selected stops' }))))
  expect(field('Reason of the selected stops').placeholder).toBe('Search reasons')
})

test('a stop that goes on has Current in place of its end', async () => {
  const [id, machineId, name, status, from, , ...rest] = stop(1, 'Saw', 1)
  show([() => report([[id, machineId, name, status, from, null, ...rest] as Row])])
  expect(await rows()).toEqual([expect.stringMatching(/Saw.*→ .*Current/)])
})

test('notes for several stops stay in their form when they were not saved', async () => {
  show([() => report([stop(1, 'Saw', 1), stop(2, 'Press', 2)])])
  serverOf().on(annotateStop, () => refuse('not_found'))
  await hand.click(await screen.findByRole('checkbox', { name: /Select all/ }))
  const bar = within(screen.getByRole('group', { name: 'Selected stops' }))
  await hand.click(button('Add notes', bar))
  await type('Notes on this stop', 'bearing')
  await hand.click(button('Save notes'))
  await message('0 saved, 2 not: Press, Saw')
  expect(field('Notes on this stop').value).toBe('bearing')
})

test('a row that no longer matches stays until the focus leaves the list', async () => {
  show(
    [
      () => refuse('not_found'),
      () => report([stop(1, 'Saw', 1), stop(2, 'Press', 2)]),
      () => report([stop(1, 'Saw', 1, 'Jam'), stop(2, 'Press', 2)]),
    ],
    'o',
    '?shown=unexplained',
  )
  await hand.click(await screen.findByRole('button', { name: 'Try again' }))
  const check = await screen.findByRole('checkbox', { name: /stop of Saw/ })
  check.focus()
  dispatchEvent(new Event('visibilitychange'))
  await screen.findByRole('button', { name: /^Reason: Jam/ })
  expect(document.activeElement).toBe(check)
  check.blur()
  await expect.poll(rows).toEqual([expect.stringContaining('Press')])
})

test('no stop is said to have no group before the groups are read', async () => {
  const read = Promise.withResolvers<void>()
  const jams = {
    ...{ id: 4, name: 'Jams', company_id: 7, group_name: 'Blade', org_unit_ids: [] },
    ...{ active: true, deactivated_at: null, favorite: false, failure: false },
  }
  show([() => report([stop(1, 'Saw 5', 0, 'Jams')])], 'o', '?by=group', async () => {
    await read.promise
    return { status: 'success', reasons: [jams] }
  })
  await screen.findByText('Not read yet.')
  expect(screen.queryByText('No group')).toBeNull()
  read.resolve()
  await screen.findByRole('button', { name: /^Blade/ })
  expect(screen.queryByText('No group')).toBeNull()
})

test('no stop is said to have no group when the groups could not be read', async () => {
  show([() => report([stop(1, 'Saw 5', 0, 'Jams')])], 'o', '?by=group', () => refuse('forbidden'))
  await screen.findByText('Not read yet.')
  expect(screen.queryByText('No group')).toBeNull()
})
