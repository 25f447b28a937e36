import { devicesOfCompany, equipmentOfCompany } from '@millwatch/contract/http/company'
import { createDevice, getDevice } from '@millwatch/contract/http/devices'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { button, hand, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { DevicesPage } from './devices-page.tsx'

const uuid = '6f1c8a52-0a58-4a0e-9d0c-3c1f0f3b7c11'

async function show(role: 'user' | 'admin' = 'admin') {
  const server = serverOf(role)
    .on(devicesOfCompany, () => ({ status: 'success', devices: [] }))
    .on(equipmentOfCompany, () => ({ status: 'success', equipment: [] }))
  showPage(<DevicesPage />)
  await screen.findByRole('heading', { level: 1, name: 'Devices' })
  return server
}

test('a company without devices gets a message with the reason', async () => {
  await show()
  await screen.findByText('No devices found')
})

test('a regular user sees the list, and why the button is locked', async () => {
  await show('user')
  await screen.findByText('No devices found')
  expect(button('Add device').disabled).toBe(true)
  screen.getByText('An admin adds devices')
})

test('a device can be added to no machine yet', async () => {
  const server = await show()
  server.on(getDevice, () => refuse('not_found')).on(createDevice, noAnswer)
  await hand.click(button('Add device'))
  await hand.click(await screen.findByRole('checkbox', { name: /^No machine yet/ }))
  expect(screen.queryByRole('checkbox', { name: /^Primary/ })).toBeNull()
  await hand.selectOptions(await screen.findByLabelText('Type'), '1')
  await type('Device UUID', uuid)
  const form = within(screen.getByRole('form', { name: 'New device' }))
  await hand.click(form.getByRole('button', { name: 'Add device' }))
  await message('Error adding device')
  expect(server.bodies(createDevice)).toEqual([{ deviceUUID: uuid, deviceTypeId: 1, primary: false, active: true }])
})
