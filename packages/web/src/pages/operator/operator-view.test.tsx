import { listAlarms } from '@millwatch/contract/http/alarms'
import { downtimeFields, downtimeOfEquipment } from '@millwatch/contract/http/reports'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import { annotateStop } from '@millwatch/contract/http/stops'
import { listReasons } from '@millwatch/contract/http/stops-reasons'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptAnnotation } from '../../features/stops/kept-annotation.ts'
import { machine } from '../../features/tree/machine.testing.ts'
import { dropEntries, keptEntries } from '../../lib/kept-entries.ts'
import { sendEntriesOf } from '../../lib/send-entries.ts'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { button, field, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { OperatorView } from './operator-view.tsx'

let end = (): void => undefined
beforeEach(() => {
  stubLayout()
  end = sendEntriesOf('7/user/1', { [annotateStop.operation]: keptAnnotation })
})
afterEach(() => {
  end()
  dropEntries(keptEntries())
})

/** Stop of an hour that ended this many minutes ago, as the server stores it. */
interface StoredStop {
  readonly id: number
  readonly agoMin: number
  reason?: string
  notes?: string
}

const REASONS = ['Jam', 'Setup']
const idOf = (reason: string): number => REASONS.indexOf(reason) + 1

/** Returns the values of the fields in the order in which the report has them. */
function rowOf({ id, agoMin, reason, notes }: StoredStop) {
  const endedAt = Math.floor(Date.now() / 1000) - agoMin * 60
  const given = reason === undefined ? [null, null] : [idOf(reason), reason]
  return [id, 5, 'Saw', 2, endedAt - 3600, endedAt, false, 3600, 3600, ...given, notes ?? null, [], [], false, 2100]
}

const reasons = REASONS.map((name) => ({
  ...{ id: idOf(name), name, company_id: 7, active: true, deactivated_at: null },
  ...{ favorite: true, failure: false, group_name: null, org_unit_ids: [] },
}))

/**
 * Shows the screen of a machine with stops, which change as the page annotates them. Resolves once they are read, with the
 * server and the changes that it gets.
 */
async function show(stops: StoredStop[]) {
  const changes: object[] = []
  const server = serverOf()
    .on(downtimeOfEquipment, () => ({
      ...{ status: 'success', fields: [...downtimeFields], reasons: {} },
      ...{ data: stops.map(rowOf), equipment: { 5: { name: 'Saw', org_units: [] } } },
    }))
    .on(annotateStop, ({ params, body }) => {
      changes.push({ ...params, ...body })
      const stop = stops.find(({ id }) => id === params.id)
      const reason = REASONS[(body.status_reason_id ?? 0) - 1]
      if (stop && reason !== undefined) stop.reason = reason
      if (stop && body.notes) stop.notes = body.notes
      return { status: 'success' }
    })
    .on(listReasons, () => ({ status: 'success', reasons }))
    .on(listAlarms, () => ({ status: 'success', alarms: [] }))
    .on(listTags, () => ({ status: 'success', tags: [] }))
    .on(drawnOfEquipment, () => refuse('forbidden'))
    .on(allInOne, () => refuse('forbidden'))
  showPage(<OperatorView machine={machine} />)
  await screen.findByRole('region', { name: 'Enter Excessive Downtime Reasons' })
  return { server, changes }
}

/** Lets the page read its data again, as a browser does with a page that is shown again. */
const readAgain = (): unknown => act(() => dispatchEvent(new Event('visibilitychange')))

const overlay = () => within(screen.getByRole('region', { name: 'Enter Excessive Downtime Reasons' }))
const notes = (): HTMLInputElement => field(/^Notes on this stop/)

test('notes that another person wrote while a person writes are not replaced unasked', async () => {
  const stops: StoredStop[] = [{ id: 1, agoMin: 5, notes: 'bent' }]
  const { changes } = await show(stops)
  await hand.type(notes(), ', mine')
  stops[0] = { id: 1, agoMin: 5, notes: 'of a colleague' }
  readAgain()
  await screen.findByText(/of a colleague/)
  expect(notes().value).toBe('bent, mine')
  await hand.tab()
  await waitFor(() => expect(changes).toEqual([{ id: 1, notes: 'bent, mine', expected_notes: 'bent' }]))
})

test('notes that wait for the server can be changed again: they replace the own words', async () => {
  const { server } = await show([{ id: 1, agoMin: 5 }])
  server.on(annotateStop, noAnswer)
  await hand.type(notes(), 'bent')
  await hand.tab()
  await screen.findByText(/1 entry not saved yet/)
  await hand.type(notes(), ' badly')
  await hand.tab()
  await hand.click(notes())
  await hand.tab()
  expect(keptEntries().map(({ body, expected }) => ({ ...body, ...expected }))).toEqual([
    { notes: 'bent', expected_notes: null },
    { notes: 'bent badly', expected_notes: 'bent' },
  ])
})

test('the field says why the server refused notes, and shows the stored ones', async () => {
  const { server } = await show([{ id: 1, agoMin: 5, notes: 'stored' }])
  server.on(annotateStop, () => refuse('not_a_stop'))
  await hand.type(notes(), ', mine')
  await hand.tab()
  await overlay().findByText(/^Yours were not saved\. ./)
  expect(notes().value).toBe('stored')
})

test('the stop that is chosen on the panel is the one that gets its reason in the overlay', async () => {
  const { changes } = await show([
    { id: 1, agoMin: 45 },
    { id: 2, agoMin: 5 },
  ])
  await hand.click(button('Later'))
  const panel = within(screen.getByRole('region', { name: 'Reasons' }))
  await hand.click(panel.getAllByRole('button', { pressed: false })[0] as HTMLElement)
  await hand.click(button(/^Other/, panel))
  await hand.click(overlay().getByRole('button', { name: /^Setup/ }))
  await waitFor(() => expect(changes).toEqual([{ id: 1, status_reason_id: 2, expected_reason_id: null }]))
})

test('the chosen stop stays chosen while others start to need a reason', async () => {
  const stops: StoredStop[] = [{ id: 1, agoMin: 45 }]
  const { changes } = await show(stops)
  stops.push({ id: 2, agoMin: 5 })
  readAgain()
  await waitFor(() => expect(overlay().getAllByRole('listitem')).toHaveLength(2))
  await hand.click(overlay().getByRole('button', { name: /^Setup/ }))
  await waitFor(() => expect(changes).toEqual([{ id: 1, status_reason_id: 2, expected_reason_id: null }]))
})

test('a chosen stop that was given its reason elsewhere gets no other one, and its typed notes are stored', async () => {
  const stops: StoredStop[] = [
    { id: 1, agoMin: 45 },
    { id: 2, agoMin: 5 },
  ]
  const { changes } = await show(stops)
  await hand.type(notes(), 'bent')
  stops[1] = { id: 2, agoMin: 5, reason: 'Jam' }
  readAgain()
  await waitFor(() => expect(overlay().getAllByRole('listitem')[0]?.textContent).toContain('Jam'))
  expect(button(/^Setup/, overlay()).disabled).toBe(true)
  await waitFor(() => expect(overlay().getAllByRole('listitem')).toHaveLength(1))
  await waitFor(() => expect(changes).toEqual([{ id: 2, notes: 'bent', expected_notes: null }]))
})

test('a new stop that opens the overlay is the one that gets the reason', async () => {
  const stops: StoredStop[] = [{ id: 1, agoMin: 45 }]
  const { changes } = await show(stops)
  await hand.click(button('Later'))
  stops.push({ id: 2, agoMin: 5 })
  readAgain()
  await waitFor(() => expect(overlay().getAllByRole('listitem')).toHaveLength(2))
  await hand.click(overlay().getByRole('button', { name: /^Setup/ }))
  await waitFor(() => expect(changes).toEqual([{ id: 2, status_reason_id: 2, expected_reason_id: null }]))
})

test('the overlay keeps the focus from the buttons that it covers, and gives it to Other when it closes', async () => {
  await show([{ id: 1, agoMin: 5 }])
  const other = button(/^Other/)
  expect(other.closest('[inert]')).not.toBeNull()
  await hand.keyboard('{Escape}')
  expect(other.closest('[inert]')).toBeNull()
  expect(document.activeElement).toBe(other)
})

test('each value of a row has its name for screen readers', async () => {
  await show([{ id: 1, agoMin: 5 }])
  const row = within(overlay().getByRole('listitem')).getByRole('button')
  expect(row.textContent).toMatch(/^Started At \S.* Ended At → \S.*Duration 1 h 00 m 00 s ?Reason no reason$/)
})
