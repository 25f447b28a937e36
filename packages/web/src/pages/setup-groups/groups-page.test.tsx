import type { Answer } from '@millwatch/contract/endpoint'
import { getSetup } from '@millwatch/contract/http/company-setup'
import {
  addRosterUser,
  createRoster,
  deleteRoster,
  listRosters,
  removeRosterUser,
  updateRoster,
  updateRosterUser,
} from '@millwatch/contract/http/groups'
import { listUsers } from '@millwatch/contract/http/members'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, confirm, field, hand, instant, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { GroupsPage } from './groups-page.tsx'

type Roster = Answer<typeof listRosters>['rosters'][number]

const person = { id: 2, first_name: 'Tom', last_name: 'Turner', created_at: instant, company_id: 7 }
const tom: typeof person & { phone: string | null } = { ...person, phone: null }
const usersNow = () => [{ ...tom, username: 'tom@plant.example', is_admin: false, is_superuser: false }]
const place = { id: 5, roster_id: 3, user_id: 2, send_email: true, send_sms: false }
const night: Roster = { id: 3, name: 'Night shift', RosterUsers: [] }
const withTom: Roster = { ...night, RosterUsers: [{ ...place, User: { first_name: 'Tom', last_name: 'Turner' } }] }

/** Shows the page over a server with these groups, which keeps the names that it is given. */
let sms = true

async function show(...groups: Roster[]) {
  const server = serverOf()
    .on(getSetup, () => ({ needed: false, password_policy: 'spec', demo: false, mail: true, sms }))
    .on(listUsers, () => ({ status: 'success', users: usersNow() }))
    .on(listRosters, () => ({ status: 'success', rosters: groups }))
    .on(createRoster, ({ body: { name } }) => {
      if (groups.some((group) => group.name === name)) return refuse('roster_name_taken')
      const roster = { id: 4, name, RosterUsers: [] }
      groups.push(roster)
      return { status: 'success', roster }
    })
    .on(updateRoster, ({ params, body }) => {
      const roster = { ...night, id: params.id, name: body.name }
      groups.splice(0, 1, roster)
      return { status: 'success', roster }
    })
  showPage(<GroupsPage />)
  await screen.findByLabelText('Group name')
  return server
}

const groupNamed = async (name: string) => within(await screen.findByRole('region', { name }))

test('a company without groups gets a message with the next step', async () => {
  await show()
  await screen.findByText('No groups')
  await screen.findByText('Give the first one a name above, then add members to it.')
})

test('a group is created by Enter, with a name that is not blank', async () => {
  const server = await show()
  expect(button('Create group').disabled).toBe(true)
  screen.getByText('Type a name first')
  await hand.type(field('Group name'), '   ')
  expect(button('Create group').disabled).toBe(true)
  await type('Group name', 'Setters{Enter}')
  await message('New group created')
  expect(server.bodies(createRoster)).toEqual([{ name: 'Setters' }])
  expect((await groupNamed('Setters')).getByText('0 members')).toBeDefined()
  await waitFor(() => expect(field('Group name').value).toBe(''))
})

test('a name in use shows the message of the server, and stays', async () => {
  await show(night)
  await type('Group name', 'Night shift{Enter}')
  await message('There is already a group with this group name')
  expect(field('Group name').value).toBe('Night shift')
})

test('a group is renamed by Enter to a name that is not blank, and left as it was by Escape', async () => {
  const server = await show(night)
  await groupNamed('Night shift')
  await hand.click(button('Rename Night shift'))
  await hand.keyboard('{Escape}')
  expect(document.activeElement).toBe(button('Rename Night shift'))
  await hand.click(button('Rename Night shift'))
  const form = within(screen.getByRole('form', { name: 'Rename Night shift' }))
  await type('Group name', '', form)
  expect(button('Save', form).disabled).toBe(true)
  await type('Group name', 'Late shift{Enter}', form)
  await message('Group updated')
  await groupNamed('Late shift')
  expect(server.bodies(updateRoster)).toEqual([{ name: 'Late shift' }])
  expect(screen.queryByRole('region', { name: 'Night shift' })).toBeNull()
})

test('the button to add says what is missing; an error is shown', async () => {
  const server = await show(night)
  server.on(addRosterUser, () => refuse('not_found'))
  const group = await groupNamed('Night shift')
  expect(button('Add', group).disabled).toBe(true)
  group.getByText('Choose a member first')
  await group.findByRole('option', { name: /Tom Turner/ })
  await hand.selectOptions(field(/Add a member/, group), '2')
  await hand.click(button('Add', group))
  await message('Error adding member')
})

test('without an SMS service nobody can be reached by text message, and the switch says so', async () => {
  sms = false
  tom.phone = '+13125550100'
  await show(withTom)
  const group = await groupNamed('Night shift')
  await group.findByText('No SMS service')
  expect(group.getByRole<HTMLInputElement>('switch', { name: /^Text Tom Turner/ }).disabled).toBe(true)
  sms = true
  tom.phone = null
})

test('text messages need a phone number, and the switch says so; nobody is left to add', async () => {
  await show(withTom)
  const group = await groupNamed('Night shift')
  const text = await group.findByRole<HTMLInputElement>('switch', { name: /^Text Tom Turner/ })
  await group.findByText('No phone # setup')
  expect(text.disabled).toBe(true)
  group.getByText('1 member')
  group.getByText('Everybody of the company is in this group.')
})

test('each change that the server refuses says so, and the group stays as it was', async () => {
  const server = await show(withTom)
  for (const call of [updateRoster, deleteRoster, updateRosterUser, removeRosterUser])
    server.on(call, () => refuse('not_found'))
  const group = await groupNamed('Night shift')
  await hand.click(group.getByRole('switch', { name: /^Email Tom Turner/ }))
  await message('Error updating member')
  await hand.click(button('Remove Tom Turner from Night shift', group))
  await message('Error removing member')
  await hand.click(button('Remove Night shift', group))
  await confirm('Remove Night shift')
  await message('Error removing group')
  await hand.click(button('Rename Night shift'))
  await type('Group name', 'Late shift{Enter}', within(screen.getByRole('form', { name: 'Rename Night shift' })))
  await message('Error updating group')
  expect((await groupNamed('Night shift')).getByText('Tom Turner')).toBeDefined()
})
