import type { Endpoint } from '@millwatch/contract/endpoint'
import { equipmentOfCompany, orgUnitsOfCompany } from '@millwatch/contract/http/company'
import {
  archiveEquipment,
  createEquipment,
  createOrgUnit,
  removeEquipment,
  removeOrgUnit,
  updateOrgUnit,
} from '@millwatch/contract/http/tree'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, company, confirm, field, hand, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { AddEquipment } from './add-equipment.tsx'
import { AddUnit } from './add-unit.tsx'
import { ConfigurationPanel } from './configuration-panel.tsx'
import type { TreeSubject } from './subject.ts'
import { TreeToolbar } from './tree-toolbar.tsx'

const parent = { id: 70, name: 'Plant' }
const unit = {
  id: 71,
  name: 'Hall',
  org_unit_type_id: 2,
  active: true,
  parent_id: 70,
  timezone: null,
  actual_timezone: 'UTC',
  target_pct: null,
  actual_target_pct: 80,
}
const root = { ...unit, id: 70, name: 'Plant', org_unit_type_id: 1, parent_id: null }
const nothing = () => undefined
const dialog = async () => within(await screen.findByRole('dialog'))

test('while it is being saved the buttons wait and Escape closes nothing; the dialog closes when it is saved', async () => {
  let answer: () => void = nothing
  let closed = 0
  serverOf('admin').on(createOrgUnit, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { status: 'success', orgUnit: { ...unit, name: 'Waited for' } }
  })
  showPage(<AddUnit parent={parent} onClose={() => closed++} />)
  const form = await dialog()
  expect(field('Parent', form).value).toBe('Plant')
  expect(field('Parent', form).readOnly).toBe(true)
  form.getByText('Type a name first')
  await type('Child name', '   ', form)
  expect(button('Save', form).disabled).toBe(true)
  await type('Child name', 'Waited for', form)
  await hand.click(button('Save', form))
  expect(button('Save', form).disabled).toBe(true)
  expect(button('Cancel', form).disabled).toBe(true)
  await hand.keyboard('{Escape}')
  expect(closed).toBe(0)
  await waitFor(() => expect(answer).not.toBe(nothing))
  answer()
  await waitFor(() => expect(closed).toBe(1))
  await message('Child org unit created')
})

test('an error is shown with its reason, and the dialog keeps what was typed', async () => {
  serverOf('admin').on(createOrgUnit, () => refuse('parent_inactive'))
  showPage(<AddUnit parent={parent} onClose={nothing} />)
  const form = await dialog()
  await type('Child name', 'Kept{Enter}', form)
  await message('Error creating org unit')
  await message('The parent is archived. Restore it first')
  expect(field('Child name', form).value).toBe('Kept')
})

test('a new machine has a name; without equipment elsewhere there is none to reassign', async () => {
  const server = serverOf('admin')
    .on(createEquipment, () => refuse('parent_inactive'))
    .on(equipmentOfCompany, () => ({ status: 'success', equipment: [] }))
  showPage(<AddEquipment parent={parent} root={company.tree} onClose={nothing} />)
  const form = await dialog()
  expect(button('Save', form).disabled).toBe(true)
  await type('Equipment name', 'Press{Enter}', form)
  await message('Error creating equipment')
  expect(server.bodies(createEquipment)).toEqual([{ name: 'Press', parent_id: 70 }])
  await hand.click(form.getByRole('tab', { name: 'Existing equipment' }))
  await form.findByText('No existing equipment to reassign')
  form.getByText('Choose equipment first')
})

const hall: TreeSubject = { which: 'o', id: 71, name: 'Hall', node: company.tree, isRoot: false }
const press: TreeSubject = { which: 'e', id: 9, name: 'Press', active: true, parentId: 71 }

test.each<[string, string, string, TreeSubject, Endpoint]>([
  ['Remove Org Unit', 'Remove Hall', 'Error removing org unit', hall, removeOrgUnit],
  ['Remove Equipment', 'Remove Press', 'Error removing equipment', press, removeEquipment],
  ['Archive Equipment', 'Archive', 'Error archiving equipment', press, archiveEquipment],
  ['Restore Equipment', 'Restore', 'Error restoring equipment', { ...press, active: false }, archiveEquipment],
])('%s asks first, and shows the reason when it fails', async (tool, yes, words, subject, endpoint) => {
  serverOf('admin').on(endpoint, () => refuse('not_found'))
  showPage(<TreeToolbar subject={subject} onAdd={nothing} />)
  await hand.click(await screen.findByRole('button', { name: tool }))
  await confirm(yes)
  await message(words)
  await message('Invalid request')
})

test('a unit is configured by a name that is not blank; an error keeps what was typed', async () => {
  const server = serverOf('admin')
    .on(orgUnitsOfCompany, () => ({ status: 'success', orgUnits: [root, unit] }))
    .on(updateOrgUnit, () => refuse('not_found'))
  showPage(<ConfigurationPanel subject={{ which: 'o', id: 71 }} company={null} />)
  await screen.findByText('Nothing has changed')
  await type('Name', '')
  expect(screen.getAllByText('Name cannot be blank').length).toBeGreaterThan(0)
  expect(button('Save').disabled).toBe(true)
  await type('Name', 'Other hall')
  await hand.click(button('Save'))
  await message('Error saving org unit')
  expect(field('Name').value).toBe('Other hall')
  expect(server.bodies(updateOrgUnit)).toEqual([{ name: 'Other hall' }])
})

test('a regular user sees disabled fields and no edit actions', async () => {
  serverOf('user').on(orgUnitsOfCompany, () => ({ status: 'success', orgUnits: [root, unit] }))
  showPage(
    <>
      <ConfigurationPanel subject={{ which: 'o', id: 71 }} company={null} />
      <TreeToolbar subject={hall} onAdd={nothing} />
    </>,
  )
  await screen.findByText('Admins change this.')
  for (const label of ['Name', 'Time zone']) expect(field(label).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Add|Remove)/ })).toBeNull()
})
