import { deleteUser, listUsers, updateUser } from '@millwatch/contract/http/members'
import type { Role } from '@millwatch/domain/identity'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { address, button, confirm, hand, instant, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { MembersPage } from './members-page.tsx'

const member = (id: number, first_name: string, role: Role) => ({
  id,
  username: `${first_name.toLowerCase()}@plant.example`,
  first_name,
  last_name: 'Member',
  created_at: instant,
  company_id: 7,
  phone: null,
  is_admin: role !== 'user',
  is_superuser: role === 'superuser',
})

/** Shows the page to a person of a role, over a server that gives members the roles it is asked for. */
async function show(role: Role, at = '/setup/users') {
  const users = [member(1, 'Ann', role), member(2, 'Max', 'user'), member(3, 'Sue', 'superuser')]
  const server = serverOf(role)
    .on(listUsers, () => ({ status: 'success', users: [...users] }))
    .on(updateUser, ({ params: { id }, body: { is_admin, is_superuser } }) => {
      const user = { ...member(2, 'Max', 'user'), id }
      if (is_admin !== undefined) user.is_admin = is_admin
      if (is_superuser !== undefined) user.is_superuser = is_superuser
      users.splice(1, 1, user)
      return { status: 'success', user }
    })
  showPage(<MembersPage />, { at })
  await screen.findByRole('searchbox')
  return { server, users }
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
const roleSwitch = (name: string, role: 'admin' | 'superuser') =>
  row(name).getByRole<HTMLInputElement>('switch', { name: new RegExp(`is ${role}`) })

test('nobody changes or deletes themselves', async () => {
  await show('superuser')
  row('Ann').getByText('(you)')
  for (const role of ['admin', 'superuser'] as const) {
    expect(roleSwitch('Ann', role).disabled).toBe(true)
    expect(roleSwitch('Ann', role).getAttribute('aria-label')).toMatch(/You cannot change your own role/)
  }
  expect(button(/Delete/, row('Ann')).disabled).toBe(true)
})

test('admins make or revoke admin on members who are no superusers, and nothing else', async () => {
  const { server } = await show('admin')
  await hand.click(roleSwitch('Max', 'admin'))
  await message('User updated successfully')
  await waitFor(() => expect(roleSwitch('Max', 'admin').checked).toBe(true))
  expect(server.bodies(updateUser)).toEqual([{ is_admin: true }])
  await hand.click(roleSwitch('Max', 'admin'))
  await waitFor(() => expect(roleSwitch('Max', 'admin').checked).toBe(false))
  expect(roleSwitch('Max', 'superuser').disabled).toBe(true)
  expect(roleSwitch('Sue', 'admin').disabled).toBe(true)
  expect(screen.queryAllByRole('button', { name: /^Delete/ })).toEqual([])
  expect(screen.queryByRole('link', { name: 'Add a Team Member' })).toBeNull()
})

test('errors are shown with the reason, and the list is read again', async () => {
  const { server, users } = await show('superuser')
  server.on(updateUser, () => {
    users.splice(1, 1)
    return refuse('not_found')
  })
  await hand.click(roleSwitch('Max', 'admin'))
  await message('Error updating user')
  await message('Invalid request')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Max/ })).toBeNull())
})

test('a member who cannot be deleted stays in the list', async () => {
  const { server } = await show('superuser')
  server.on(deleteUser, () => refuse('not_found'))
  await hand.click(button(/^Delete Max/))
  await confirm('Delete Max Member')
  await message('Error deleting user')
  expect(screen.getByRole('row', { name: /Max/ })).toBeDefined()
})

test('a member is found by name or email; the search is in the address', async () => {
  await show('superuser')
  await type('Find a member', 'max@plant')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(address()).toBe('/setup/users?q=max%40plant')
  await type('Find a member', 'nobody of that name')
  await screen.findByText('No members')
  await hand.click(button('Show all'))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
})

test('the search of the address is in force', async () => {
  await show('superuser', '/setup/users?q=sue')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
})
