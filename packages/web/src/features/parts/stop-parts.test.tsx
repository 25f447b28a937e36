import type { Answer } from '@millwatch/contract/endpoint'
import {
  createPartHistory,
  deletePartHistory,
  listParts,
  listPartsOfEquipment,
  updatePartHistory,
} from '@millwatch/contract/http/parts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { button, hand, instant, message, serverOf, showPage } from '../../ui/page.testing.ts'
import { StopParts } from './stop-parts.tsx'
import type { StopPart } from './use-part-writing.ts'

type Part = Answer<typeof listParts>['parts'][number]

const belt: Part = {
  ...{ id: 3, number: 'B-1', description: '', url: null, created_at: instant, deleted_at: null },
  ...{ org_unit_ids: [], equipment_ids: [], category_ids: [], manufacturer_ids: [], model_ids: [] },
}
const blade: Part = { ...belt, id: 4, number: 'X-2' }
const row = {
  id: 1,
  critical_part_id: 3,
  equipment_id: 5,
  action_base: 'replace',
  qty: 1,
  created_at: instant,
} as const
const written: StopPart = { id: 3, history_id: 11, action: 'replace', qty: 2, user_id: 1 }

/** Shows the parts of a stop to a regular user, whose id is 1. */
function show(...parts: StopPart[]) {
  stubLayout()
  const server = serverOf('user')
    .on(listParts, () => ({ status: 'success', parts: [belt, blade] }))
    .on(listPartsOfEquipment, () => ({ status: 'success', parts: [belt, blade] }))
    .on(createPartHistory, () => ({ status: 'success', history: row }))
    .on(updatePartHistory, () => ({ status: 'success', history: row }))
    .on(deletePartHistory, () => ({ status: 'success' }))
  showPage(<StopParts stop={{ id: 9, machineId: 5, changes: [] }} parts={parts} name="the stop" />)
  return server
}

const open = async (name: RegExp) => {
  await hand.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Parts of the stop' }))
}

test('the parts of a stop are said in the past tense, with the quantity if it is more than 1', async () => {
  show(written, { ...written, history_id: 12, id: 4, action: 'clean', qty: 1 })
  await screen.findByText('B-1 replaced × 2, X-2 cleaned')
})

test('a blank row is added, recorded once its part is chosen, and dropped when the box closes', async () => {
  const server = show()
  const box = await open(/^Add parts to the stop/)
  expect(box.getByRole<HTMLSelectElement>('combobox', { name: 'Part 1: action' }).value).toBe('replace')
  await hand.click(button('Close', box))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies(createPartHistory)).toEqual([])
  const again = await open(/^Add parts to the stop/)
  await hand.click(again.getByRole('combobox', { name: 'Part 1: Part #' }))
  await hand.click(await screen.findByRole('option', { name: 'B-1' }))
  await waitFor(() =>
    expect(server.bodies(createPartHistory)).toEqual([
      { equipId: 5, statusLogId: 9, partId: 3, action: 'replace', qty: 1 },
    ]),
  )
})

test('action and quantity of a row are saved at once; a quantity that cannot be is not sent', async () => {
  const server = show(written)
  const box = await open(/^1 part of the stop/)
  fireEvent.change(box.getByRole('combobox', { name: 'Part 1: action' }), { target: { value: 'clean' } })
  const qty = box.getByRole<HTMLInputElement>('spinbutton', { name: 'Part 1: quantity' })
  for (const wrong of ['0', '1000000000', '']) {
    fireEvent.change(qty, { target: { value: wrong } })
    fireEvent.blur(qty)
    expect(qty.getAttribute('aria-invalid')).toBe('true')
  }
  fireEvent.change(qty, { target: { value: '5' } })
  fireEvent.blur(qty)
  await waitFor(() =>
    expect(server.bodies(updatePartHistory)).toEqual([{ attrs: { action_base: 'clean' } }, { attrs: { qty: 5 } }]),
  )
})

test('a quantity that is still typed is saved with the action, and at Enter', async () => {
  const server = show(written)
  const box = await open(/^1 part of the stop/)
  const qty = box.getByRole('spinbutton', { name: 'Part 1: quantity' })
  fireEvent.change(qty, { target: { value: '7' } })
  fireEvent.change(box.getByRole('combobox', { name: 'Part 1: action' }), { target: { value: 'clean' } })
  await waitFor(() => expect(server.bodies(updatePartHistory)).toEqual([{ attrs: { action_base: 'clean', qty: 7 } }]))
  fireEvent.change(qty, { target: { value: '8' } })
  fireEvent.keyDown(qty, { key: 'Enter' })
  await waitFor(() => expect(server.bodies(updatePartHistory)).toHaveLength(2))
})

test('a row that cannot be deleted says so', async () => {
  const server = show(written)
  server.on(deletePartHistory, () => refuse('not_found'))
  const box = await open(/^1 part of the stop/)
  await hand.click(button('Remove Part 1', box))
  await message('Error deleting critical part history')
})

test('the row of another person is shown and cannot be changed', async () => {
  show({ ...written, user_id: 2 })
  const box = await open(/^1 part of the stop/)
  expect(box.getByRole<HTMLSelectElement>('combobox', { name: 'Part 1: action' }).disabled).toBe(true)
  expect(box.queryByRole('button', { name: 'Remove Part 1' })).toBeNull()
})

test('a part is not said to be unused on the machine before the parts of the machine are read', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const server = show(written).on(listPartsOfEquipment, () => promise)
  const box = await open(/^1 part of the stop/)
  const part = box.getByRole<HTMLInputElement>('combobox', { name: 'Part 1: Part #' })
  await waitFor(() => expect(part.value).toMatch(/^(…|B-1)/))
  expect(part.value).not.toContain('not used here')
  resolve({ status: 'success', parts: [blade] })
  await waitFor(() => expect(part.value).toBe('B-1 (not used here)'))
  expect(server.faults).toEqual([])
})
