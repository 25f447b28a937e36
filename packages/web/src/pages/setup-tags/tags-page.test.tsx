import type { Answer } from '@millwatch/contract/endpoint'
import { createTag, listTags, updateTag } from '@millwatch/contract/http/runs-tags'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { address, button, field, hand, instant, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { TagsPage } from './tags-page.tsx'

type Tag = Answer<typeof listTags>['tags'][number]

const longAgo = '2020-01-05T08:30:00.000Z'
const blue: Tag = {
  ...{ id: 3, name: 'Blue', group_name: 'Colour', cycle_tag_group_id: 8, active: true, deactivated_at: null },
  ...{ created_at: instant, updated_at: instant, org_unit_ids: [], equipment_ids: [] },
}
const loose: Tag = { ...blue, id: 4, name: 'Loose', group_name: null, cycle_tag_group_id: null }
const old: Tag = { ...loose, id: 5, name: 'Old order', active: false, deactivated_at: longAgo }

/** Shows the page over a server that keeps these tags. */
async function show(...tags: Tag[]) {
  stubLayout()
  const server = serverOf('admin')
    .on(listTags, () => ({ status: 'success', tags }))
    .on(createTag, ({ body }) => {
      const made = { ...loose, id: 9, name: body.name, group_name: body.groupName ?? null }
      tags.push(made)
      return { status: 'success', tag: made }
    })
    .on(updateTag, ({ params, body }) => {
      const place = tags.findIndex(({ id }) => id === params.id)
      const { name, groupName, active } = { ...(tags[place] ?? blue), ...body }
      const changed: Tag = {
        ...(tags[place] ?? blue),
        ...{ name, active, deactivated_at: active ? null : longAgo },
        ...(groupName !== undefined && { group_name: groupName }),
      }
      tags[place] = changed
      return { status: 'success', tag: changed }
    })
  showPage(<TagsPage />)
  await screen.findByRole('heading', { name: 'Tags' })
  return server
}

const tableOf = async (name: string) => within(await screen.findByRole('table', { name }))

test('a company without tags gets a message with the next step; the button says what is missing', async () => {
  await show()
  await screen.findByText('No active tags')
  expect(button('Add tag').disabled).toBe(true)
  screen.getByText('Type a name first')
  await type('Name', '   ')
  expect(button('Add tag').disabled).toBe(true)
})

test('a tag is added by Enter, and its group stays in the form for the next one', async () => {
  const server = await show()
  await screen.findByText('No active tags')
  await type('Group', 'Orders')
  await type('Name', ' Order 1 {Enter}')
  await message('New tag added successfully')
  expect(server.bodies(createTag)).toEqual([{ name: 'Order 1', groupName: 'Orders' }])
  await waitFor(() => expect(field('Name').value).toBe(''))
  expect(field('Group').value).toBe('Orders')
  ;(await tableOf('Active tags')).getByText('Order 1')
})

test('a tag that the server refuses stays in the form', async () => {
  const server = await show()
  await screen.findByText('No active tags')
  server.on(createTag, () => refuse('not_found'))
  await type('Name', 'Order 1{Enter}')
  await message('Error adding new tag')
  expect(field('Name').value).toBe('Order 1')
})

test('tags stand under their groups, those without one at last', async () => {
  await show(loose, blue)
  const table = await tableOf('Active tags')
  const names = table.getAllByRole('row').map((row) => row.querySelector('bdi')?.textContent)
  expect(names).toEqual([undefined, 'Colour', 'Blue', 'No group', 'Loose'])
  expect(screen.queryByRole('button', { name: 'Rename No group' })).toBeNull()
})

test('a group is renamed by Enter to a name that is not blank, and left as it was by Escape', async () => {
  const server = await show(blue)
  await hand.click(await screen.findByRole('button', { name: 'Rename Colour' }))
  await hand.keyboard('{Escape}')
  expect(document.activeElement).toBe(button('Rename Colour'))
  await hand.click(button('Rename Colour'))
  const form = within(screen.getByRole('form', { name: 'Rename Colour' }))
  await type('Group name', ' ', form)
  expect(button('Save', form).disabled).toBe(true)
  await type('Group name', 'Paint{Enter}', form)
  await message('Tag updated successfully')
  await screen.findByRole('button', { name: 'Rename Paint' })
  expect(document.activeElement).toBe(button('Rename Paint'))
  expect(server.bodies(updateTag)).toEqual([{ groupId: 8, groupName: 'Paint' }])
})

test('a group cannot be renamed twice while it is saved, nor to the name of another', async () => {
  const server = await show(blue)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(updateTag, async () => {
    await promise
    return refuse('tag_group_exists')
  })
  await hand.click(await screen.findByRole('button', { name: 'Rename Colour' }))
  await type('Group name', 'Paint{Enter}')
  await waitFor(() => expect(button('Save').disabled).toBe(true))
  resolve()
  await message('There is already a group with this name')
  expect(field('Group name').value).toBe('Paint')
})

test('a tag is deactivated, listed with its date, and re-activated', async () => {
  const server = await show(blue, loose)
  await hand.click(await screen.findByRole('button', { name: 'Deactivate Blue' }))
  await message('Tag updated successfully')
  await waitFor(() => expect(screen.queryByText('Blue')).toBeNull())
  await hand.click(button('Inactive 1'))
  const table = await tableOf('Inactive tags')
  table.getByText('1/5/2020 8:30 AM')
  expect(address()).toContain('show=inactive')
  await hand.click(button('Re-activate Blue'))
  await screen.findByText('No inactive tags')
  expect(server.bodies(updateTag)).toEqual([{ active: false }, { active: true }])
})

test('a tag is renamed, and limited to a unit; only what was changed is sent', async () => {
  const server = await show(blue)
  await hand.click(await screen.findByRole('button', { name: 'Edit Blue' }))
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByText('Nothing has changed')
  await type('Name', 'Navy', dialog)
  await hand.click(dialog.getByRole('combobox', { name: 'Units' }))
  await hand.keyboard('Pl')
  await hand.click(await screen.findByRole('option', { name: 'Plant' }))
  await hand.click(button('Save', dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies(updateTag)).toEqual([{ name: 'Navy', org_unit_ids: [70] }])
})

test('the search finds names and groups, is in the address, and says when there is none', async () => {
  await show(blue, loose, old)
  await tableOf('Active tags')
  const search = screen.getByRole('searchbox', { name: 'Find a tag' })
  await hand.type(search, 'COL')
  await waitFor(() => expect(screen.queryByText('Loose')).toBeNull())
  screen.getByText('Blue')
  expect(address()).toContain('q=COL')
  await hand.type(search, 'x')
  await screen.findByText(/No active tag contains/)
  await hand.click(button('Show all'))
  await screen.findByText('Loose')
})

test('of 5,000 tags only those in view are drawn', async () => {
  await show(...Array.from({ length: 5000 }, (_, id) => ({ ...loose, id: id + 10, name: `Order ${id}` })))
  const table = await screen.findByRole('table', { name: 'Active tags' })
  expect(table.getAttribute('aria-rowcount')).toBe('5001')
  expect(within(table).getAllByRole('row').length).toBeLessThan(100)
})

test('a regular user reads whom to ask', async () => {
  serverOf('user').on(listTags, () => ({ status: 'success', tags: [] }))
  showPage(<TagsPage />)
  await screen.findByText('You do not have the right to do this')
})
