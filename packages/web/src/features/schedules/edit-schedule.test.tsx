import { scheduleTemplates, updateScheduleOfEquipment } from '@millwatch/contract/http/schedules'
import { HOUR_S } from '@millwatch/domain/time'
import { act, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { button, field, hand, message, serverOf, showPage } from '../../ui/page.testing.ts'
import { EditSchedule } from './edit-schedule.tsx'
import type { ScheduleOwner } from './place.ts'

type Range = [number, number, 0 | 1 | 2 | 3]
const early: Range = [6 * HOUR_S, 14 * HOUR_S, 1]
const late: Range = [14 * HOUR_S + 1800, 22 * HOUR_S, 2]
const office: Range = [8 * HOUR_S, 16 * HOUR_S, 1]

const press: ScheduleOwner = {
  id: 9,
  name: 'Press',
  isUnit: false,
  zone: 'UTC',
  source: null,
  hasParent: true,
  schedule: { 1: [early, late] },
}

/** Shows the dialog for a machine whose Mondays have two shifts. */
async function show(owner: ScheduleOwner = press) {
  const server = serverOf('admin')
    .on(scheduleTemplates, () => ({
      status: 'success',
      templates: [
        { id: 1, name: 'Office', type: 'daily', schedule_json_local: [office] },
        { id: 2, name: 'Weekend', type: 'weekly', schedule_json_local: { 0: [office], 6: [office] } },
      ],
    }))
    .on(updateScheduleOfEquipment, noAnswer)
  showPage(<EditSchedule place={owner} today={1} onClose={() => undefined} />)
  await screen.findByRole('dialog')
  return server
}

const day = (name: string) => within(screen.getByRole('group', { name: new RegExp(`^${name}`) }))

/** Types a time into a field and leaves it. */
async function put(label: string, words: string): Promise<void> {
  await hand.clear(field(label))
  await hand.type(field(label), words)
  await hand.tab()
}

/** Saves, and returns the week that was sent. */
async function saved(server: Awaited<ReturnType<typeof show>>) {
  await hand.click(button('Save'))
  await message('Error updating schedule')
  return server.bodies(updateScheduleOfEquipment)[0]?.schedule
}

test('ranges go in 5-minute steps; equal ends are pushed 300 s apart, at midnight pulled; a new range goes from the end before to midnight', async () => {
  const server = await show()
  const add = button(/^Add range ?to Tuesday$/)
  await hand.click(add)
  const [start, end] = [field('Tuesday, range 1, start'), field('Tuesday, range 1, end')]
  expect([start.value, end.value, add.disabled]).toEqual(['00:00', '24:00', true])
  await put('Tuesday, range 1, start', '6:02')
  expect(start.value).toBe('06:00')
  await hand.type(start, '{ArrowUp}')
  expect(start.value).toBe('06:05')
  await put('Tuesday, range 1, end', '6.05 am')
  expect(end.value).toBe('06:10')
  await put('Tuesday, range 1, end', '24')
  await put('Tuesday, range 1, start', '24')
  expect(start.value).toBe('23:55')
  await put('Tuesday, range 1, start', '6')
  await put('Tuesday, range 1, end', '14')
  await hand.click(add)
  expect(field('Tuesday, range 2, start').value).toBe('14:00')
  await hand.selectOptions(field('Tuesday, range 2, shift'), 'Second')
  expect((await saved(server))?.[2]).toEqual([
    [6 * HOUR_S, 14 * HOUR_S, 0],
    [14 * HOUR_S, 24 * HOUR_S, 2],
  ])
})

test('a range begins after the one before, and ends after it starts; over midnight it goes on into the next day', async () => {
  const server = await show()
  await put('Monday, range 2, start', '13:55')
  expect(day('Monday').getByRole('alert').textContent).toContain('begins before the one before it ends')
  expect(button('Save').disabled).toBe(true)
  await put('Monday, range 2, start', '22:00')
  await put('Monday, range 2, end', '06:00')
  expect(day('Monday').getByRole('alert').textContent).toContain('ends before it starts')
  screen.getByText('Monday: a range ends before it starts')
  await hand.click(button('Go on into Tuesday until 06:00'))
  expect(field('Monday, range 2, end').value).toBe('24:00')
  const week = await saved(server)
  expect([week?.[1]?.[1], week?.[2]]).toEqual([[22 * HOUR_S, 24 * HOUR_S, 2], [[0, 6 * HOUR_S, 2]]])
})

test.each(['25:99', '2599', 'abc'])('%s is no time: it stays, is said so, and is not saved', async (words) => {
  const server = await show()
  await put('Monday, range 1, start', words)
  expect(field('Monday, range 1, start').value).toBe(words)
  expect(field('Monday, range 1, start').getAttribute('aria-invalid')).toBe('true')
  expect(day('Monday').getByRole('alert').textContent).toBe(
    `“${words}” is no time of day: enter one such as 14:30. Until then the start stays 06:00.`,
  )
  await hand.click(button('Save'))
  expect(server.bodies(updateScheduleOfEquipment)).toEqual([])
  await put('Monday, range 1, start', '7')
  expect(day('Monday').queryByRole('alert')).toBeNull()
  expect((await saved(server))?.[1]?.[0]?.[0]).toBe(7 * HOUR_S)
})

test('a day that is taken until midnight says why no range can be added, and the dialog how to enter one over midnight', async () => {
  await show()
  await hand.click(button(/^Add range ?to Tuesday$/))
  const reason = button(/^Add range ?to Tuesday$/).getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(reason)?.textContent).toBe(
    'Tuesday is taken until midnight: end a range earlier to add another.',
  )
  screen.getByText(/For a range over midnight, enter an end before its start/)
})

test('a day is copied to others, and a range removed', async () => {
  const server = await show()
  await hand.click(button('Remove Monday, range 2'))
  await hand.click(button('Copy Monday to…'))
  const copy = within(screen.getByRole('group', { name: 'Copy Monday to' }))
  expect(button('Copy Monday', copy).disabled).toBe(true)
  await hand.click(button('Mon–Fri', copy))
  await hand.click(button('Sat', copy))
  await hand.click(button('Copy Monday', copy))
  const week = await saved(server)
  expect([0, 1, 2, 3, 4, 5, 6].map((weekday) => week?.[weekday as 0])).toEqual([[], ...Array(6).fill([early])])
})

test('a daily template is applied on the days one chooses, a weekly one on all', async () => {
  const server = await show()
  await screen.findByRole('option', { name: 'Office (daily)' })
  await hand.selectOptions(field('Schedule template'), 'Weekend (weekly)')
  await hand.click(button('Apply template'))
  day('Monday').getByText('Not scheduled')
  await hand.selectOptions(field('Schedule template'), 'Office (daily)')
  await hand.selectOptions(field('On'), 'Wednesday')
  await hand.click(button('Apply template'))
  const week = await saved(server)
  expect([0, 1, 2, 3, 4, 5, 6].map((weekday) => week?.[weekday as 0])).toEqual([
    [office],
    [],
    [],
    [office],
    [],
    [],
    [office],
  ])
})

test('an error keeps what was typed; an inherited schedule warns, and cannot be given up', async () => {
  const server = await show({ ...press, source: 'Hall' })
  expect(screen.getByRole('note').textContent).toContain('inherited from Hall')
  expect(screen.queryByRole('button', { name: 'Inherit from parent' })).toBeNull()
  await put('Monday, range 1, end', '13:00')
  expect((await saved(server))?.[1]?.[0]).toEqual([6 * HOUR_S, 13 * HOUR_S, 1])
  expect(field('Monday, range 1, end').value).toBe('13:00')
})

/** Stores another schedule of the press, as a colleague does. */
let storeMeanwhile = (_: ScheduleOwner['schedule']): void => undefined

function Live() {
  const [schedule, setSchedule] = useState(press.schedule)
  useEffect(() => {
    storeMeanwhile = (stored) => act(() => setSchedule(stored))
  }, [])
  return <EditSchedule place={{ ...press, schedule }} today={1} onClose={() => undefined} />
}

test('a day that a colleague changed meanwhile stays so when another day is saved', async () => {
  const server = serverOf('admin')
    .on(scheduleTemplates, () => ({ status: 'success', templates: [] }))
    .on(updateScheduleOfEquipment, noAnswer)
  showPage(<Live />)
  await screen.findByRole('dialog')
  await put('Monday, range 1, end', '13:00')
  storeMeanwhile({ 1: [early], 2: [office] })
  expect([field('Monday, range 1, end').value, field('Tuesday, range 1, start').value]).toEqual(['13:00', '08:00'])
  const week = await saved(server)
  expect([week?.[1], week?.[2]]).toEqual([[[6 * HOUR_S, 13 * HOUR_S, 1], late], [office]])
})

test('templates that could not be read are not said to be none', async () => {
  serverOf('admin').on(scheduleTemplates, () => refuse('forbidden'))
  showPage(<EditSchedule place={press} today={1} onClose={() => undefined} />)
  await screen.findByText('You do not have the right to do this')
  expect(field('Schedule template').textContent).toBe('Not read')
})
