import type { Answer } from '@millwatch/contract/endpoint'
import {
  createScheduleTemplate,
  deleteScheduleTemplate,
  scheduleTemplates,
  updateScheduleTemplate,
} from '@millwatch/contract/http/schedules'
import { HOUR_S } from '@millwatch/domain/time'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, errorAt, field, hand, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { TemplatesPage } from './templates-page.tsx'

type Template = Answer<typeof scheduleTemplates>['templates'][number]

const office: Template = {
  ...{ id: 1, name: 'Office', type: 'daily' },
  schedule_json_local: [[8 * HOUR_S, 16 * HOUR_S, 1]],
}
const weekend: Template = {
  ...{ id: 2, name: 'Weekend', type: 'weekly' },
  schedule_json_local: { 6: [[6 * HOUR_S, 14 * HOUR_S, 2]] },
}

/** Shows the page over a server that keeps these templates. */
async function show(...templates: Template[]) {
  const server = serverOf('admin')
    .on(scheduleTemplates, () => ({ status: 'success', templates: [...templates] }))
    .on(createScheduleTemplate, ({ body: { template } }) => {
      const made: Template = { ...template, id: 9, schedule_json_local: template.type === 'daily' ? [] : {} }
      templates.push(made)
      return { status: 'success', template: made }
    })
    .on(updateScheduleTemplate, ({ params, body }) => {
      const place = templates.findIndex(({ id }) => id === params.id)
      const changed = { ...(templates[place] ?? office), ...body.template }
      templates[place] = changed
      return { status: 'success', template: changed }
    })
    .on(deleteScheduleTemplate, ({ params }) => {
      templates.splice(
        templates.findIndex(({ id }) => id === params.id),
        1,
      )
      return { status: 'success' }
    })
  showPage(<TemplatesPage />)
  await screen.findByRole('heading', { name: 'Schedule Templates' })
  await screen.findByLabelText('Name')
  return server
}

const rowOf = (name: string) => {
  const row = screen.getByText(name).closest('tr')
  if (row === null) throw new Error(`There is no row ${name}`)
  return within(row)
}

test('a company without templates gets a message with the next step', async () => {
  await show()
  await screen.findByText('No schedule templates')
})

test('a new template needs name and type, starts empty, and opens with the editor of its day', async () => {
  const server = await show()
  screen.getByText('Type a name first')
  await type('Name', ' Early ')
  screen.getByText('Choose a type first')
  expect(button('Create template').disabled).toBe(true)
  await hand.selectOptions(field('Type'), 'daily')
  await hand.click(button('Create template'))
  await message('Schedule template created')
  expect(server.bodies(createScheduleTemplate)).toEqual([{ template: { name: 'Early', type: 'daily' } }])
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Not scheduled')
  expect(dialog.queryByRole('button', { name: /^Copy/ })).toBeNull()
  await hand.click(button(/Add range/, dialog))
  await hand.click(button('Save', dialog))
  await message('Schedule template saved')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies(updateScheduleTemplate)).toEqual([
    { template: { schedule_json_local: [[0, 24 * HOUR_S, expect.any(Number)]] } },
  ])
})

test('templates show their type and the ranges of their days; one without ranges is empty', async () => {
  await show(office, weekend, { ...office, id: 3, name: 'New one', schedule_json_local: [] })
  await screen.findByText('Office')
  rowOf('Office').getByText('Daily')
  rowOf('Office').getByText(/08:00–16:00 First/)
  rowOf('Weekend').getByText('Weekly')
  rowOf('Weekend').getByText('Sat')
  rowOf('New one').getByText('Empty')
})

test('a template is renamed in place by Enter to a name that is not blank, and left as it was by Escape', async () => {
  const server = await show(office)
  await hand.click(await screen.findByRole('button', { name: 'Rename Office' }))
  await hand.keyboard('{Escape}')
  await hand.click(button('Rename Office'))
  await type('Template name', ' ')
  expect(errorAt('Template name')).toBe('Name cannot be blank')
  expect(button('Save').disabled).toBe(true)
  await type('Template name', 'Day shift{Enter}')
  await message('Schedule template saved')
  await screen.findByText('Day shift')
  expect(server.bodies(updateScheduleTemplate)).toEqual([{ template: { name: 'Day shift' } }])
})

test('the week of a weekly template is edited day by day', async () => {
  const server = await show(weekend)
  await hand.click(await screen.findByRole('button', { name: 'Edit Weekend' }))
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByText('Nothing has changed')
  const start = dialog.getByLabelText('Saturday, range 1, start')
  await hand.clear(start)
  await hand.type(start, '15:00')
  await hand.tab()
  dialog.getByText(/Saturday: a range ends before it starts/)
  expect(button('Save', dialog).disabled).toBe(true)
  await hand.clear(start)
  await hand.type(start, '07:30')
  await hand.tab()
  await hand.click(button('Save', dialog))
  await message('Schedule template saved')
  expect(server.bodies(updateScheduleTemplate)).toMatchObject([
    { template: { schedule_json_local: { 0: [], 6: [[7.5 * HOUR_S, 14 * HOUR_S, 2]] } } },
  ])
})

test('a template is deleted after a question', async () => {
  await show(office)
  await hand.click(await screen.findByRole('button', { name: 'Delete Office' }))
  await hand.click(button('Delete Office', within(screen.getByRole('dialog'))))
  await message('Schedule template deleted')
  await screen.findByText('No schedule templates')
})

test('failures say what failed and why', async () => {
  const server = await show(office)
  server.on(createScheduleTemplate, () => refuse('forbidden'))
  server.on(updateScheduleTemplate, () => refuse('not_found'))
  server.on(deleteScheduleTemplate, () => refuse('not_found'))
  await type('Name', 'Early')
  await hand.selectOptions(field('Type'), 'weekly')
  await hand.click(button('Create template'))
  await message('Error creating schedule template')
  await hand.click(button('Rename Office'))
  await type('Template name', 'Day{Enter}')
  await message('Error updating schedule template')
  await hand.click(button('Delete Office'))
  await hand.click(button('Delete Office', within(screen.getByRole('dialog'))))
  await message('Error deleting schedule template')
})

test('a regular user reads whom to ask', async () => {
  serverOf('user').on(scheduleTemplates, () => ({ status: 'success', templates: [] }))
  showPage(<TemplatesPage />)
  await screen.findByText('You do not have the right to do this')
})
