import type { Answer } from '@millwatch/contract/endpoint'
import { getCompany } from '@millwatch/contract/http/company'
import { createReason, listReasons, updateReason } from '@millwatch/contract/http/stops-reasons'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, company, field, hand, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { ReasonsPage } from './reasons-page.tsx'

type Reason = Answer<typeof listReasons>['reasons'][number]

const jam: Reason = {
  ...{ id: 3, name: 'Jam', company_id: 7, active: true, favorite: false, failure: false },
  ...{ group_name: 'Technical', deactivated_at: null, org_unit_ids: [] },
}
const longAgo = '2020-01-05T08:30:00.000Z'
const old: Reason = { ...jam, id: 4, name: 'Old belt', active: false, group_name: null, deactivated_at: longAgo }

/** Shows the page over a server that keeps these reasons. */
async function show({ hasFavorites = false, role = 'admin' as 'admin' | 'user' } = {}, ...reasons: Reason[]) {
  const stored = [...reasons]
  const server = serverOf(role)
    .on(getCompany, () => ({
      status: 'success',
      company: { ...company, config: { ...company.config, favorites: hasFavorites } },
    }))
    .on(listReasons, () => ({ status: 'success', reasons: stored }))
    .on(createReason, ({ body }) => {
      const made = { ...jam, id: 9, name: body.reason, group_name: body.groupName ?? null }
      stored.push(made)
      return { status: 'success', reason: made }
    })
    .on(updateReason, ({ params, body }) => {
      const place = stored.findIndex(({ id }) => id === params.id)
      const before = stored[place] ?? jam
      const active = body.active ?? before.active
      const changed: Reason = { ...before, ...body, deactivated_at: active ? null : longAgo }
      stored[place] = changed
      return { status: 'success', reason: changed }
    })
  showPage(<ReasonsPage />)
  await screen.findByRole('heading', { name: 'Downtime Reasons' })
  return { server, stored }
}

const tableOf = async (name: string) => within(await screen.findByRole('table', { name }))

test('a company without reasons gets a message with the next step; the button says what is missing', async () => {
  await show()
  await screen.findByText('No active reasons')
  screen.getByText(/Add the first one with the form/)
  expect(button('Add reason').disabled).toBe(true)
  screen.getByText('Type a reason first')
  await type('Reason', '  ')
  expect(button('Add reason').disabled).toBe(true)
})

test('a reason is added with its group and the mark of a failure', async () => {
  const { server } = await show({}, jam)
  await type('Reason', 'Breakdown')
  await type('Group', ' Technical ')
  await hand.click(screen.getByRole('checkbox', { name: /is a failure/ }))
  await hand.click(button('Add reason'))
  await message('New reason added successfully')
  expect(server.bodies(createReason)).toEqual([
    { reason: 'Breakdown', groupName: 'Technical', failure: true, orgUnitIds: [] },
  ])
  await waitFor(() => expect(field('Reason').value).toBe(''))
  ;(await tableOf('Active reasons')).getByText('Breakdown')
})

test('a reason that the server refuses stays in the form', async () => {
  const { server } = await show()
  server.on(createReason, () => refuse('not_found'))
  await type('Reason', 'Breakdown{Enter}')
  await message('Error adding new reason')
  expect(field('Reason').value).toBe('Breakdown')
})

test('a reason is marked as a failure at once, deactivated with its date, and re-activated', async () => {
  const { server } = await show({}, jam)
  await hand.click(await screen.findByRole('switch', { name: 'Jam is a failure' }))
  await message('Reason updated')
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Jam is a failure' }).checked).toBe(true),
  )
  await hand.click(button('Deactivate Jam'))
  const inactive = await tableOf('Inactive reasons')
  inactive.getByText('1/5/2020 8:30 AM')
  await hand.click(button('Re-activate Jam'))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Inactive reasons' })).toBeNull())
  expect(server.bodies(updateReason)).toEqual([{ failure: true }, { active: false }, { active: true }])
})

test('a change that the server refuses shows the message, with its reason', async () => {
  const { server } = await show({}, jam)
  server.on(updateReason, () => refuse('not_found'))
  await hand.click(await screen.findByRole('button', { name: 'Deactivate Jam' }))
  await message('Error updating reason')
})

test('a reason is renamed and put into another group; only what was changed is sent', async () => {
  const { server, stored } = await show({}, jam)
  await hand.click(await screen.findByRole('button', { name: 'Edit Jam' }))
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByText('Nothing has changed')
  await type('Reason', ' ', dialog)
  dialog.getByText('Reason cannot be blank')
  await type('Reason', 'Belt jam{Enter}', dialog)
  await message('Reason updated')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies(updateReason)).toEqual([{ name: 'Belt jam' }])
  expect(stored[0]?.name).toBe('Belt jam')
})

test('favorites and units are shown only where the company has favorites', async () => {
  await show({}, jam)
  await tableOf('Active reasons')
  expect(screen.queryByRole('columnheader', { name: 'Favorite' })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Specific To' })).toBeNull()
  expect(screen.queryByLabelText('Specific To')).toBeNull()
})

test('where the company has favorites, a reason becomes one, and shows and gets its units', async () => {
  const { server } = await show({ hasFavorites: true }, { ...jam, org_unit_ids: [70, 99] }, old)
  const table = await tableOf('Active reasons')
  await table.findByText('Plant, A unit that is gone')
  await hand.click(screen.getByRole('switch', { name: 'Jam is a favorite' }))
  await message('Reason updated')
  await hand.click(button('Edit Jam'))
  const dialog = within(screen.getByRole('dialog'))
  await hand.click(dialog.getByRole('button', { name: 'Remove A unit that is gone' }))
  await hand.click(button('Save', dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies(updateReason)).toEqual([{ favorite: true }, { org_unit_ids: [70] }])
})

test('the search finds names and groups, and says when there is none', async () => {
  await show({}, jam, { ...jam, id: 5, name: 'Setup', group_name: 'Changeover' })
  await tableOf('Active reasons')
  await hand.type(screen.getByRole('searchbox', { name: 'Find a reason' }), 'CHANGE')
  await waitFor(() => expect(screen.queryByText('Jam')).toBeNull())
  screen.getByText('Setup')
  await hand.type(screen.getByRole('searchbox', { name: 'Find a reason' }), 'x')
  await screen.findByText(/No active reason contains/)
  await hand.click(button('Show all'))
  await screen.findByText('Jam')
})

test('a regular user reads whom to ask', async () => {
  serverOf('user').on(listReasons, () => ({ status: 'success', reasons: [] }))
  showPage(<ReasonsPage />)
  await screen.findByText('You do not have the right to do this')
})
