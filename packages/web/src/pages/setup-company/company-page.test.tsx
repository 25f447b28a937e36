import { listAddins } from '@millwatch/contract/http/addins'
import { getCompany, putLogo, updateCompany, updateCompanySettings } from '@millwatch/contract/http/company'
import { listTimeZones } from '@millwatch/contract/http/tree'
import type { Role } from '@millwatch/domain/identity'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { messages } from '../../ui/messages.ts'
import { button, field, hand, message, serverOf, showPage } from '../../ui/page.testing.ts'
import { CompanyPage } from './company-page.tsx'

async function show(role: Role, id = '7') {
  const server = serverOf(role)
    .on(listAddins, () => ({ status: 'success', addins: [] }))
    .on(listTimeZones, () => ({ status: 'success', timezones: ['America/Denver', 'UTC'] }))
  showPage(<CompanyPage />, { at: `/setup/c/${id}`, route: '/setup/c/:id' })
  await screen.findByRole('heading', { level: 1 })
  return server
}

test('people who are no admins see fields disabled and no edit actions', async () => {
  await show('user')
  expect((await screen.findByLabelText<HTMLSelectElement>('Time zone')).disabled).toBe(true)
  screen.getByRole('heading', { name: 'Add-ins' })
  for (const name of ['Save', 'Choose a picture', 'Add an add-in'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('another company is the same as none', async () => {
  for (const id of ['8', '999999', 'x']) {
    serverOf()
    showPage(<CompanyPage />, { at: `/setup/c/${id}`, route: '/setup/c/:id' })
  }
  await waitFor(() => expect(screen.getAllByText('Invalid request')).toHaveLength(3))
})

test('address and contact are shown read-only; an error keeps the time zone that was chosen', async () => {
  const server = await show('admin')
  server.on(updateCompany, noAnswer)
  const zone = await screen.findByLabelText('Time zone')
  for (const label of ['Street address', 'ZIP code', 'Contact phone', 'Contact email']) {
    expect(field(label).readOnly).toBe(true)
    expect(field(label).placeholder).toBe('Not known')
  }
  screen.getByText('Nothing has changed')
  expect(button('Save').disabled).toBe(true)
  await screen.findByRole('option', { name: 'America/Denver' })
  await hand.selectOptions(zone, 'America/Denver')
  await hand.click(button('Save'))
  await message('Error saving company')
  expect(field('Time zone').value).toBe('America/Denver')
  expect(server.bodies(updateCompany)).toEqual([{ orgUnit: { timezone: 'America/Denver' } }])
})

test('24: weeks, units and currency are changed by admins, each for itself', async () => {
  const server = await show('admin')
  server.on(updateCompanySettings, noAnswer)
  const weeks = await screen.findByLabelText<HTMLSelectElement>('Weeks begin on')
  expect([weeks.value, field('Measure units').value, field('Currency').value]).toEqual(['0', 'metric', ''])
  screen.getByText('These settings have not changed')
  await hand.selectOptions(weeks, 'Monday')
  await hand.click(button('Save settings'))
  await message('Error saving company')
  await hand.selectOptions(weeks, 'Sunday')
  await hand.selectOptions(screen.getByLabelText('Currency'), 'EUR – Euro')
  await hand.click(button('Save settings'))
  await waitFor(() => expect(server.bodies(updateCompanySettings)).toEqual([{ first_weekday: 1 }, { currency: 'EUR' }]))
})

test('a company that cannot be read again stays as it was read, without a message', async () => {
  const server = await show('admin')
  const zone = await screen.findByLabelText<HTMLSelectElement>('Time zone')
  await screen.findByRole('option', { name: 'UTC' })
  const before = zone.value
  let refused = 0
  server.on(getCompany, () => {
    refused += 1
    return refuse('forbidden')
  })
  // The page does not read the company again within 10 s.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(refused).toBeGreaterThan(0))
  expect(zone.isConnected).toBe(true)
  expect(zone.value).toBe(before)
  expect(messages.visibleToasts).toEqual([])
})

test('flags are shown read-only', async () => {
  await show('superuser')
  const flags = within(await screen.findByRole('region', { name: 'Switched on for this company' }))
  for (const words of [
    'Header colour',
    'Device outputs',
    'Operator view',
    'Favourite reasons',
    'Scrap at the end of a run',
  ])
    flags.getByText(words)
  expect(flags.queryByRole('button')).toBeNull()
  expect(flags.queryByRole('textbox')).toBeNull()
  // Commands are for the operator of the installation, who does not look here.
  flags.getByText('Whoever operates this installation switches these. Ask them for a change.')
})

test('the limits of a logo are shown, and a file beyond them is not sent', async () => {
  const server = await show('admin')
  server.on(putLogo, noAnswer)
  await screen.findByText(/^PNG or WebP, at most 256 KB\./)
  const choose = (type: string, bytes: number) => hand.upload(field('Picture of the logo'), file(type, bytes))
  await choose('image/png', 300 * 1024)
  await screen.findByText('This picture has 300 KB. A logo has at most 256 KB')
  expect(screen.queryByRole('button', { name: 'Save logo' })).toBeNull()
  expect(server.bodies(putLogo)).toEqual([])
})

const file = (type: string, bytes: number): File => new File([new Uint8Array(bytes)], 'logo.png', { type })
