import { listOwnAlarms } from '@millwatch/contract/http/alarms'
import { getCompany } from '@millwatch/contract/http/company'
import { getSetup } from '@millwatch/contract/http/company-setup'
import { getUser, listSessions } from '@millwatch/contract/http/identity'
import { removePasskey, renamePasskey } from '@millwatch/contract/http/identity-passkeys'
import { changePassword } from '@millwatch/contract/http/identity-password'
import { getSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { updateUser } from '@millwatch/contract/http/members'
import { sendMailedReport } from '@millwatch/contract/http/reports-mailed'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import {
  button,
  company,
  errorAt,
  field,
  hand,
  instant,
  message,
  person,
  serverOf,
  showPage,
  type,
} from '../../ui/page.testing.ts'
import { SettingsPage } from './settings-page.tsx'

// The document of these tests has no window whose theme could be asked for.
vi.hoisted(() => {
  const dark = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => dark)
})

/** Shows the settings over a server that keeps what it is given. */
async function show(
  tab: 'general' | 'security',
  { timezone = 'UTC', sessions = [] as object[], passkeys = [] as object[], mail = true } = {},
) {
  let user: object = person('user')
  const server = serverOf('user')
    .on(getSetup, () => ({ needed: false, password_policy: 'spec', demo: false, mail, sms: false }))
    .on(listOwnAlarms, () => ({ status: 'success', alarms: [] }))
    .on(getSecondFactor, () => ({
      ...{ status: 'success', since: null, recovery_codes_left: passkeys.length === 0 ? null : 10 },
      ...{ is_required: false, passkeys },
    }))
    .on(listSessions, () => ({ status: 'success', sessions }))
    .on(getCompany, () => ({ status: 'success', company: { ...company, timezone } }))
    .on(getUser, () => ({ status: 'success', user, expires_at: instant }))
    .on(updateUser, ({ body: { current_password: _, ...kept } }) => {
      user = { ...user, ...kept }
      return { status: 'success', user }
    })
  showPage(<SettingsPage />, { at: tab === 'general' ? '/setup/user' : '/setup/user?tab=security' })
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  return server
}

const select = (label: string, words: string) => hand.selectOptions(field(label), words)

test('a first name is needed; changes can be thrown away', async () => {
  await show('general')
  expect(button('Save').disabled).toBe(true)
  screen.getByText('Nothing is changed yet.')
  await type('First name', '')
  expect(errorAt('First name')).toBe('Please input a first name')
  expect(button('Save').disabled).toBe(true)
  await type('First name', 'Another')
  await hand.click(button('Discard changes'))
  expect(field('First name').value).toBe('Ann')
  expect(button('Save').disabled).toBe(true)
})

test('entries of General are still there after a look at Security', async () => {
  await show('general')
  await type('First name', 'Another')
  await hand.click(screen.getByRole('link', { name: 'Security' }))
  await screen.findByRole('link', { name: 'Security', current: 'page' })
  await hand.click(screen.getByRole('link', { name: 'General' }))
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Another')
  await hand.click(button('Discard changes'))
  expect(field('First name').value).toBe('Ann')
})

test('a phone number that is none is refused in the words of the specification', async () => {
  const server = await show('general')
  server.on(updateUser, () => refuse('phone_invalid'))
  await type('Phone', '12')
  await hand.click(button('Save'))
  await message('Phone number not properly formatted')
  expect(errorAt('Phone')).toBe('Phone number not properly formatted')
  expect(field('Phone').value).toBe('12')
})

test('other errors show "Error updating user", and the typed values stay', async () => {
  const server = await show('general')
  server.on(updateUser, noAnswer)
  await type('Last name', 'Kept')
  await hand.click(button('Save'))
  await message('Error updating user')
  expect(field('Last name').value).toBe('Kept')
  await hand.click(button('Discard changes'))
})

test('one alert hour fills the other, clearing one clears both, "All hours" too', async () => {
  const server = await show('general')
  const [from, until] = [field('Alerts enabled at'), field('Alerts disabled at')]
  expect(within(from).getAllByRole('option')).toHaveLength(289)
  await select('Alerts enabled at', '6:05 am')
  expect(until.value).toBe('17:00')
  await select('Alerts disabled at', 'All hours')
  expect(from.value).toBe('')
  await select('Alerts disabled at', '11:55 pm')
  expect(from.value).toBe('08:00')
  await hand.click(button('Save'))
  await message('User updated successfully')
  await waitFor(() => expect(button('Save').disabled).toBe(true))
  await hand.click(button('All hours'))
  expect(until.value).toBe('')
  await hand.click(button('Save'))
  await waitFor(() => expect(server.bodies(updateUser)).toHaveLength(2))
  expect(server.bodies(updateUser)).toEqual([
    { alarm_config: { alerts_enabled_at: '08:00', alerts_disabled_at: '23:55' } },
    { alarm_config: { alerts_enabled_at: null, alerts_disabled_at: null } },
  ])
})

test('reports by email can be previewed and sent at once', async () => {
  const server = await show('general')
  server.on(sendMailedReport, () => ({ status: 'success', recipient: 'ann@plant.example' }))
  const preview = screen.getByRole('link', { name: 'Preview of the weekly report' })
  expect(preview.getAttribute('href')).toBe('/v0/user/report?cadence=weekly')
  await hand.click(button('Send me one now: daily report'))
  await message('Daily report sent to ann@plant.example')
  expect(server.bodies(sendMailedReport)).toEqual([{ cadence: 'daily' }])
})

test('without a mail server the reports by email are locked, with the reason; without an SMS service the phone says so', async () => {
  await show('general', { mail: false })
  await screen.findByText('This installation sends no mail. Its operator can set up a mail server.')
  await screen.findByText('A US number. This installation sends no text messages.')
  expect(button('Send me one now: daily report').disabled).toBe(true)
  expect(button('Mon').disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Weekly report/ }).disabled).toBe(true)
})

async function fillPasswords(current: string, next: string, repeat: string): Promise<void> {
  await type('Current password', current)
  await type('New password', next)
  await type('Repeat password', repeat)
}

test('the button of the Security tab follows the rule of the specification', async () => {
  await show('security')
  for (const [current, next, repeat, enabled] of [
    ['', '', '', true],
    ['old', '', '', true],
    ['old', 'new enough 1', '', false],
    ['', 'new enough 1', 'new enough 1', false],
    ['old', 'new enough 1', 'new enough 2', false],
    ['old', 'new enough 1', 'new enough 1', true],
  ] as const) {
    await fillPasswords(current, next, repeat)
    expect(button('Save').disabled, `${current}, ${next}, ${repeat}`).toBe(!enabled)
  }
})

test('a new password is checked before it is sent; a wrong current one shows an error at its field', async () => {
  const server = await show('security')
  server.on(changePassword, () => refuse('current_password_wrong'))
  await fillPasswords('old', 'weak', 'weak')
  await hand.click(button('Save'))
  await screen.findByText('Password must be at least 8 characters and contain at least one number')
  expect(server.bodies(changePassword)).toEqual([])
  await fillPasswords('certainly not it 1', 'brand new one 1', 'brand new one 1')
  await hand.click(button('Save'))
  await waitFor(() => expect(errorAt('Current password')).toBe('Invalid current password'))
  expect(server.bodies(changePassword)).toEqual([
    { current_password: 'certainly not it 1', password: 'brand new one 1' },
  ])
})

test('another email takes the current password', async () => {
  const server = await show('security')
  await type('Email', 'moved@plant.example')
  await hand.click(button('Save'))
  expect(errorAt('Current password')).toBe('Please input your password')
  expect(server.bodies(updateUser)).toEqual([])
  await type('Current password', 'this is it 1')
  await hand.click(button('Save'))
  await message('User updated successfully')
  expect(server.bodies(updateUser)).toEqual([{ username: 'moved@plant.example', current_password: 'this is it 1' }])
})

test('the time of a session is in the zone of the company, and names it', async () => {
  const times = { created_at: '2026-11-21T20:30:00.000Z', last_used_at: instant, expires_at: instant }
  const session = { id: 1, ...times, ip: '127.0.0.1', user_agent: null, company_name: 'Plant', is_current: true }
  await show('security', { timezone: 'Asia/Kolkata', sessions: [session] })
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Sessions' }).textContent).toMatch(/2:00:00 AM GMT\+5:30/),
  )
})

test('passkeys are listed with their last use, and renamed', async () => {
  const used = { id: 3, name: 'Laptop', created_at: instant, last_used_at: null, is_synced: true }
  const server = await show('security', { passkeys: [used] })
  server.on(renamePasskey, () => ({ status: 'success', passkey: used }))
  const list = await screen.findByRole('list', { name: 'Passkeys' })
  expect(list.textContent).toMatch(/^LaptopPasskey on your synced devices · used never · added /)
  await hand.click(button('Rename Laptop'))
  await type('Name of the passkey', ' Phone')
  await hand.click(button('Rename'))
  await message('Passkey renamed')
  expect(server.bodies(renamePasskey)).toEqual([{ name: ' Phone' }])
})

test('removing a passkey takes the password, and a code if it is not the passkey that proves it', async () => {
  const used = { id: 3, name: 'Laptop', created_at: instant, last_used_at: instant, is_synced: false }
  const server = await show('security', { passkeys: [used] })
  server.on(removePasskey, () => refuse('second_factor_code_wrong'))
  await hand.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await screen.findByText('A sign-in then takes your password only. Your recovery codes are deleted.')
  expect(button('Remove Laptop', within(screen.getByRole('dialog'))).disabled).toBe(true)
  await type('Your password', 'this is it 1')
  await type('Code', '000000')
  await hand.click(button('Remove Laptop', within(screen.getByRole('dialog'))))
  await waitFor(() => expect(errorAt('Code')).toMatch(/^This code is not right/))
  expect(server.bodies(removePasskey)).toEqual([{ current_password: 'this is it 1', code: '000000' }])
})
