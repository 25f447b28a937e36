import { shiftsOfEquipment } from '@millwatch/contract/http/reports'
import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { HOUR_S } from '@millwatch/domain/time'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLeftJobMessages } from '../../features/reports/left-jobs.ts'
import { publishJob } from '../../live/rooms.ts'
import { useScopeStore } from '../../scope/scope-store.ts'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { button, confirm, hand, message, serverOf, showPage } from '../../ui/page.testing.ts'
import type { ReportPlace } from '../report-page.tsx'
import { Shifts } from './shifts-page.tsx'

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

const from = Date.parse('2026-01-04T00:00:00Z')

const placeOf = (lock: { shift_mgmt_locked_at: string | null; shift_mgmt_locked_by: number | null }) =>
  ({ which: 'e', id: 5, name: 'Press', zone: 'UTC', machine: { id: 5, name: 'Press', ...lock } }) as ReportPlace
const free = placeOf({ shift_mgmt_locked_at: null, shift_mgmt_locked_by: null })

const shift = (id: number, hour: number) => [from / 1000 + hour * HOUR_S, from / 1000 + (hour + 4) * HOUR_S, 1, id, 5]
let stored = [shift(1, 6), shift(2, 12)]

beforeEach(() => {
  stored = [shift(1, 6), shift(2, 12)]
  useScopeStore.setState({
    scope: { ...DEFAULT_SCOPE, type: 'absolute', absStartDate: from, absEndDate: from + 86_400_000 },
  })
})

const server = (role: 'user' | 'admin' = 'admin') =>
  serverOf(role).on(shiftsOfEquipment, () => ({ status: 'success', shifts: stored }))
const accepted = { status: 'success', job: { id: 30, state: 'queued' } }
const bars = () => [...document.querySelectorAll<HTMLElement>('[data-shift]')]
const finish = (error: string | null) =>
  act(() => publishJob({ id: 30, state: error === null ? 'finished' : 'failed', error }))

async function show(place = free) {
  showPage(<Shifts place={place} />)
  await screen.findByRole('region', { name: 'Edit shifts' })
  await waitFor(() => expect(bars()).toHaveLength(2))
}

async function askToDelete() {
  await hand.click(bars()[0] as HTMLElement)
  await hand.click(button('Delete Selected Shifts'))
  await confirm('Delete Selected Shifts')
}

test('shifts being deleted are pending, and revert if the deletion fails, with the error of the job', async () => {
  server().on(destroyShifts, () => accepted)
  await show()
  await askToDelete()
  await message('Shift history management job submitted')
  await waitFor(() => expect(bars()[0]?.dataset.state).toBe('removing'))
  await screen.findByText('Job 30 is changing the shift history.')
  await finish('A shift of Press that was to be changed is no longer there. Nothing was changed')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^A shift of Press .* Nothing was changed$/)
  await waitFor(() => expect(bars()[0]?.dataset.state).toBeUndefined())
  expect(bars()[0]?.getAttribute('aria-pressed')).toBe('true')
})

test('a job that fails after the page was left says so in a message', async () => {
  server().on(destroyShifts, () => accepted)
  const Left = () => {
    const [isThere, setThere] = useState(true)
    useLeftJobMessages()
    return (
      <>
        {isThere && <Shifts place={free} />}
        <button type="button" onClick={() => setThere(false)}>
          Leave
        </button>
      </>
    )
  }
  showPage(<Left />)
  await screen.findByRole('region', { name: 'Edit shifts' })
  await waitFor(() => expect(bars()).toHaveLength(2))
  await askToDelete()
  await screen.findByText('Job 30 is changing the shift history.')
  await hand.click(button('Leave'))
  expect(bars()).toEqual([])
  await finish('A shift of Press that was to be changed is no longer there. Nothing was changed')
  await screen.findByText(/Shift history was not changed/)
  await screen.findByText(/that was to be changed is no longer there/)
})

test('after a deletion the history is read again and the selection clears', async () => {
  server().on(destroyShifts, ({ body }) => {
    expect(body.shiftHistoryIds).toEqual([1])
    return accepted
  })
  await show()
  await askToDelete()
  await waitFor(() => expect(bars()[0]?.dataset.state).toBe('removing'))
  stored = [shift(2, 12)]
  await finish(null)
  await waitFor(() => expect(bars()).toHaveLength(1))
  expect(screen.queryByText(/selected$/)).toBeNull()
})

test('a failed submission says what the server says, or the error of the catalogue without an answer', async () => {
  let isReached = false
  server()
    .on(destroyShifts, () => (isReached ? refuse('shifts_locked') : noAnswer()))
    .on(updateShifts, noAnswer)
    .on(insertShifts, noAnswer)
  await show()
  await askToDelete()
  await message('Error submitting shift destroy job')
  isReached = true
  await hand.click(button('Delete Selected Shifts'))
  await confirm('Delete Selected Shifts')
  await message('Shift history is being changed by another job. Try again when it is done')
  await hand.selectOptions(screen.getByLabelText('Shift'), 'Third')
  await hand.click(button('Submit Shift Updates'))
  await confirm('Submit Shift Updates')
  await message('Error submitting shift update job')
  await hand.click(button('Insert shift'))
  await hand.type(screen.getByRole('combobox', { name: 'Start' }), '2026-01-04 01:00{Tab}')
  await hand.type(screen.getByRole('combobox', { name: 'End' }), '2026-01-04 02:00{Tab}')
  await hand.click(button('Submit New Shift'))
  await confirm('Insert')
  await message('Error submitting shift insert job')
})

test('a date with no start time takes the start of day', async () => {
  const sent = server().on(insertShifts, () => accepted)
  await show()
  await hand.click(button('Insert shift'))
  await hand.type(screen.getByRole('combobox', { name: 'Start' }), '2026-01-04{Tab}')
  await hand.type(screen.getByRole('combobox', { name: 'End' }), '2026-01-04 02:00{Tab}')
  await hand.click(button('Submit New Shift'))
  await confirm('Insert')
  await message('Shift history management job submitted')
  expect(sent.bodies(insertShifts)).toMatchObject([{ insert: { start: from / 1000, end: from / 1000 + 2 * HOUR_S } }])
  await finish(null)
})

test('only touched fields of selected shifts are sent, and a job that ended before its answer still counts', async () => {
  server().on(updateShifts, ({ body }) => {
    expect(body.updates).toEqual([{ id: 1, end: from / 1000 + 11 * HOUR_S }])
    publishJob({ id: 30, state: 'finished', error: null })
    return accepted
  })
  await show()
  await hand.click(bars()[0] as HTMLElement)
  const end = screen.getByRole('combobox', { name: 'End' })
  await hand.clear(end)
  await hand.type(end, '2026-01-04 11:00{Tab}')
  expect(bars()[0]?.dataset.state).toBe('staged')
  await hand.click(button('Submit Shift Updates'))
  await confirm('Submit Shift Updates')
  await act(() => publishJob({ id: 30, state: 'finished', error: null }))
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
})

test('a lock by another job is shown and disables the change of its machine', async () => {
  server()
  await show(placeOf({ shift_mgmt_locked_at: '2026-01-04T08:00:00.000Z', shift_mgmt_locked_by: 77 }))
  screen.getByRole('img', { name: /^Its shift history is being changed by job 77 since / })
  await hand.click(bars()[0] as HTMLElement)
  expect(bars()[0]?.getAttribute('aria-pressed')).toBe('false')
  await hand.click(button('Insert shift'))
  await screen.findByText(/^Another job is changing the shift history of Press\./)
  expect(button('Submit New Shift').disabled).toBe(true)
})

test('the history is read again when another job that has locked its machine ends', async () => {
  server()
  await show(placeOf({ shift_mgmt_locked_at: '2026-01-04T08:00:00.000Z', shift_mgmt_locked_by: 77 }))
  stored = [shift(2, 12)]
  await act(() => publishJob({ id: 77, state: 'finished', error: null }))
  await waitFor(() => expect(bars()).toHaveLength(1))
})

test('start and end of an insertion are limited to the period and to each other', async () => {
  server()
  shownFrom(from - 2 * 86_400_000)
  await show()
  await hand.click(button('Insert shift'))
  const enter = async (name: 'Start' | 'End', day: string): Promise<void> => {
    const entry = screen.getByRole('combobox', { name })
    await hand.clear(entry)
    await hand.type(entry, `${day} 06:00{Tab}`)
  }
  await enter('Start', '2026-01-01')
  await screen.findByTitle('Choose a day from 2026-01-02 to 2026-01-04')
  await enter('Start', '2026-01-03')
  await enter('End', '2026-01-02')
  await screen.findByTitle('Choose a day from 2026-01-03 to 2026-01-04')
  await enter('End', '2026-01-03')
  await enter('Start', '2026-01-04')
  await screen.findByTitle('Choose a day from 2026-01-02 to 2026-01-03')
})

test('others than admins have no panel and select nothing', async () => {
  server('user')
  showPage(<Shifts place={free} />)
  await screen.findAllByRole('img', { name: /^Press: 1st shift/ })
  expect(screen.queryByRole('region', { name: 'Edit shifts' })).toBeNull()
  expect(within(screen.getByRole('group', { name: 'Shifts' })).queryAllByRole('button')).toEqual([])
})

const shownFrom = (absStartDate: number) =>
  act(() => useScopeStore.setState(({ scope }) => ({ scope: { ...scope, absStartDate } })))
const anotherShift = (to: 0 | 1 | 2) =>
  act(() => useScopeStore.setState(({ scope }) => ({ scope: { ...scope, shift: to } })))

test('a change of a shift that is no longer shown does not move to another shift, and does not come back', async () => {
  server()
  stored = [shift(1, 6), [...shift(2, 12).with(2, 2)]]
  await show()
  await hand.click(bars()[0] as HTMLElement)
  await hand.selectOptions(screen.getByLabelText('Shift'), 'Third')
  anotherShift(2)
  await waitFor(() => expect(bars()).toHaveLength(1))
  await hand.click(bars()[0] as HTMLElement)
  expect(bars()[0]?.dataset.state).toBeUndefined()
  expect(button('Submit Shift Updates').disabled).toBe(true)
  anotherShift(0)
  await waitFor(() => expect(bars()).toHaveLength(2))
  expect(bars().map((bar) => bar.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
})

test('a period that cannot be read leaves the history and the staged change there, with the reason above', async () => {
  let isBroken = false
  server().on(shiftsOfEquipment, () => (isBroken ? refuse('shifts_locked') : { status: 'success', shifts: stored }))
  await show()
  await hand.click(bars()[0] as HTMLElement)
  await hand.selectOptions(screen.getByLabelText('Shift'), 'Third')
  isBroken = true
  shownFrom(from - 86_400_000)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The shift history could not be read: /)
  expect(bars()[0]?.dataset.state).toBe('staged')
  isBroken = false
  await hand.click(button('Try again'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(bars()[0]?.dataset.state).toBe('staged')
})

test('a job that ended before its answer settles only once, though the room that is then joined says its end again', async () => {
  let held: Promise<void> | undefined
  let reads = 0
  const sent = Promise.withResolvers<object>()
  server()
    .on(destroyShifts, () => sent.promise)
    .on(shiftsOfEquipment, async () => {
      reads++
      await held
      return { status: 'success', shifts: stored }
    })
  let lock = (_: ReportPlace): void => undefined
  function Page() {
    const [place, setPlace] = useState(free)
    lock = setPlace
    return <Shifts place={place} />
  }
  showPage(<Page />)
  await screen.findByRole('region', { name: 'Edit shifts' })
  await waitFor(() => expect(bars()).toHaveLength(2))
  await askToDelete()
  act(() => lock(placeOf({ shift_mgmt_locked_at: '2026-01-04T08:00:00.000Z', shift_mgmt_locked_by: 30 })))
  await finish(null)
  const answer = Promise.withResolvers<void>()
  held = answer.promise
  sent.resolve(accepted)
  await screen.findByText('Job 30 is changing the shift history.')
  await waitFor(() => expect(reads).toBeGreaterThan(1))
  const before = reads
  await finish(null)
  answer.resolve()
  await waitFor(() => expect(screen.queryByText('Job 30 is changing the shift history.')).toBeNull())
  expect(reads).toBe(before)
})
