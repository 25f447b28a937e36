import type { Answer } from '@millwatch/contract/endpoint'
import { createPart, deletePart, listParts, updatePart } from '@millwatch/contract/http/parts'
import { listCategories, listManufacturers, listModels } from '@millwatch/contract/http/tree-lists'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { button, field, hand, instant, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { PartsPage } from './parts-page.tsx'

type Part = Answer<typeof listParts>['parts'][number]

const belt: Part = {
  ...{
    id: 3,
    number: 'B-1',
    description: 'Belt',
    url: 'https://parts.example/1',
    created_at: instant,
    deleted_at: null,
  },
  ...{ org_unit_ids: [], equipment_ids: [], category_ids: [], manufacturer_ids: [], model_ids: [] },
}

/** Shows the page over a server that keeps these parts. */
async function show(role: 'admin' | 'user', ...parts: Part[]) {
  stubLayout()
  const stored = [...parts]
  const server = serverOf(role)
    .on(listParts, () => ({ status: 'success', parts: stored }))
    .on(listCategories, () => ({ status: 'success', categories: [{ id: 8, name: 'Presses' }] }))
    .on(listManufacturers, () => ({ status: 'success', manufacturers: [] }))
    .on(listModels, () => ({ status: 'success', models: {} }))
    .on(createPart, ({ body }) => {
      const made: Part = {
        ...belt,
        id: 9,
        number: body.number,
        description: body.description ?? '',
        url: body.url ?? null,
      }
      stored.push(made)
      return { status: 'success', part: made }
    })
    .on(updatePart, ({ body }) => {
      const changed: Part = { ...(stored[0] ?? belt), ...body.attrs }
      stored[0] = changed
      return { status: 'success', part: changed }
    })
    .on(deletePart, () => {
      stored[0] = { ...(stored[0] ?? belt), deleted_at: instant }
      return { status: 'success' }
    })
  showPage(<PartsPage />)
  return { server, stored }
}

const table = async () => within(await screen.findByRole('table', { name: 'Parts in use' }))
const dialog = () => within(screen.getByRole('dialog'))

test('a company without parts gets the next step; the button says what is missing', async () => {
  await show('admin')
  await screen.findByText('No critical parts')
  expect(button('Add part').disabled).toBe(true)
  screen.getByText('Type a number first')
})

test('a part is added with description and link', async () => {
  const { server } = await show('admin', belt)
  await table()
  await type('Name / number', 'F-9')
  await type('Description', 'Filter')
  await type('URL', 'javascript:alert(1)')
  screen.getByText('A link begins with http:// or https://')
  expect(button('Add part').disabled).toBe(true)
  await type('URL', 'https://parts.example/9')
  await hand.click(button('Add part'))
  await message('New critical part added successfully')
  expect(server.bodies(createPart)).toEqual([{ number: 'F-9', description: 'Filter', url: 'https://parts.example/9' }])
  await waitFor(() => expect(field('Name / number').value).toBe(''))
  ;(await table()).getByText('F-9')
})

test('a part that the server refuses stays in the form', async () => {
  const { server } = await show('admin', belt)
  server.on(createPart, () => refuse('not_found'))
  await table()
  await type('Name / number', 'F-9{Enter}')
  await message('Error adding new critical part')
  expect(field('Name / number').value).toBe('F-9')
})

test('only what was changed is sent, with the lists that say where it is used', async () => {
  const { server } = await show('admin', belt)
  ;(await table()).getByText('All machines')
  await hand.click(button('Edit B-1'))
  dialog().getByText('Nothing has changed')
  await hand.click(dialog().getByRole('combobox', { name: 'Categories' }))
  await hand.click(await screen.findByRole('option', { name: 'Presses' }))
  await hand.click(button('Save', dialog()))
  await message('Critical part updated')
  expect(server.bodies(updatePart)).toEqual([{ attrs: { category_ids: [8] } }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  ;(await table()).getByText('1 category')
})

test('a change that the server refuses keeps the dialog', async () => {
  const { server } = await show('admin', belt)
  server.on(updatePart, () => refuse('part_removed'))
  await table()
  await hand.click(button('Edit B-1'))
  await type('Description', 'Long belt', dialog())
  await hand.click(button('Save', dialog()))
  await message('Error updating new critical part')
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

test('a part is removed after a question, and leaves the list', async () => {
  const { server } = await show('admin', belt)
  await table()
  await hand.click(button('Remove B-1'))
  await hand.click(button('Remove B-1', dialog()))
  await message('Critical part removed')
  expect(server.bodies(deletePart)).toHaveLength(1)
  await screen.findByText('No critical parts')
})

test('the search finds numbers and descriptions', async () => {
  await show('admin', belt, { ...belt, id: 4, number: 'X-2', description: 'Bearing' })
  await table()
  await hand.type(screen.getByRole('searchbox', { name: 'Find a part' }), 'bear')
  await waitFor(() => expect(screen.queryByText('B-1')).toBeNull())
  ;(await table()).getByText('X-2')
})

test('of five thousand parts only those in view are drawn', async () => {
  const many = Array.from({ length: 5000 }, (_, i) => ({ ...belt, id: i + 1, number: `P-${i}` }))
  await show('admin', ...many)
  const rows = (await table()).getAllByRole('row')
  expect(rows.length).toBeLessThan(100)
  screen.getByText('5,000')
})

test('a number is shown as written, and its link leads to a web page only', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  await show('admin', { ...belt, number: hostile }, { ...belt, id: 4, number: 'J-1', url: 'javascript:alert(1)' })
  const link = (await table()).getByRole('link', { name: hostile })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://parts.example/1',
    'noreferrer noopener',
  ])
  expect((await table()).queryByRole('link', { name: 'J-1' })).toBeNull()
})

test('a regular user reads whom to ask', async () => {
  await show('user')
  await screen.findByText('You do not have the right to do this')
})
