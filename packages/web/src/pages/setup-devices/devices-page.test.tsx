import { devicesOfCompany, equipmentOfCompany } from '@millwatch/contract/http/company'
import { createDevice, getDevice } from '@millwatch/contract/http/devices'
import { releaseManyFromQuarantine } from '@millwatch/contract/http/ingest-quarantine'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { button, errorAt, hand, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
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

test('events in quarantine are released by reason and span, with as many calls as it takes', async () => {
  const server = await show()
  let calls = 0
  server.on(releaseManyFromQuarantine, () => {
    calls++
    return { status: 'success', events: calls === 1 ? 20_000 : 312, more: calls === 1 }
  })
  await hand.click(button('Release events'))
  const form = within(await screen.findByRole('form', { name: 'Release events' }))
  await hand.selectOptions(form.getByLabelText('Reason'), 'Clock of the device fell back')
  await type('Received from', 'hello', form)
  await hand.tab()
  expect(errorAt('Received from', form)).toBe('Enter a day as 2026-11-21, or with its time as 2026-11-21 08:30')
  expect(button('Release events', form).disabled).toBe(true)
  await type('Received from', '2999-01-01', form)
  await hand.tab()
  expect(errorAt('Received from', form)).toMatch(/^Choose a day until /)
  expect(button('Release events', form).disabled).toBe(true)
  await type('Received from', '2026-11-02 08:00', form)
  expect(errorAt('Received from', form)).toMatch(/^Blank: from the first one/)
  expect(button('Release events', form).disabled).toBe(false)
  await type('Received before', '2026-11-02 07:00', form)
  await hand.tab()
  expect(errorAt('Received before', form)).toBe('Choose a time after the first one')
  expect(button('Release events', form).disabled).toBe(true)
  expect(server.bodies(releaseManyFromQuarantine)).toEqual([])
  await type('Received before', '2026-11-02 09:30', form)
  await hand.tab()
  await hand.click(form.getByRole('button', { name: 'Release events' }))
  await message('20,312 events released')
  const body = {
    reason: 'clock_reset',
    received_from: '2026-11-02T08:00:00.000Z',
    received_to: '2026-11-02T09:30:00.000Z',
  }
  expect(server.bodies(releaseManyFromQuarantine)).toEqual([body, body])
})

test('a release of nothing says so', async () => {
  const server = await show()
  server.on(releaseManyFromQuarantine, () => ({ status: 'success', events: 0, more: false }))
  await hand.click(button('Release events'))
  const form = within(await screen.findByRole('form', { name: 'Release events' }))
  await hand.click(form.getByRole('button', { name: 'Release events' }))
  await message('No such event is waiting')
  expect(server.bodies(releaseManyFromQuarantine)).toEqual([{ reason: 'clock_far_ahead' }])
})

test('a regular user is not offered to release events', async () => {
  await show('user')
  await screen.findByText('No devices found')
  expect(screen.queryByRole('button', { name: 'Release events' })).toBeNull()
})
