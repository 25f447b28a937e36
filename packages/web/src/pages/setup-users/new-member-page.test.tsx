import { getSetup } from '@millwatch/contract/http/company-setup'
import { createUser } from '@millwatch/contract/http/members'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { address, button, errorAt, field, hand, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { NewMemberPage } from './new-member-page.tsx'

const eva = {
  Email: 'eva@plant.example',
  'First name': 'Eva',
  'Last name': 'Kern',
  Password: 'lathe-4711',
  'Confirm password': 'lathe-4711',
}

async function show({ mail = false } = {}) {
  const server = serverOf()
    .on(getSetup, () => ({ needed: false, password_policy: 'spec', demo: false, mail, sms: false }))
    .on(createUser, () => refuse('already_member'))
  showPage(<NewMemberPage />, { at: '/setup/users/new' })
  await screen.findByLabelText('Email')
  return server
}

async function send(given: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, words] of Object.entries(given)) await type(label, words)
  await hand.click(button('Add member'))
}

test('the form asks for everything, word for word, and puts the cursor into the first field', async () => {
  const server = await show()
  await hand.click(button('Add member'))
  expect(errorAt('Email')).toBe('Please input an email')
  expect(errorAt('First name')).toBe('Please input a first name')
  expect(errorAt('Last name')).toBe('Please input a last name')
  expect(errorAt('Password')).toBe('Please input your password')
  expect(errorAt('Confirm password')).toBe('Please confirm your password')
  expect(document.activeElement).toBe(field('Email'))
  expect(server.bodies(createUser)).toEqual([])
})

test('an email that is none, a confirmation that differs, a password too weak', async () => {
  const server = await show()
  await send({ ...eva, Email: 'eva at plant', 'Confirm password': 'lathe-4712' })
  expect(errorAt('Email')).toBe('The input is not a valid email')
  expect(errorAt('Confirm password')).toBe('Passwords do not match')
  await send({ ...eva, Password: 'lathelathe', 'Confirm password': 'lathelathe' })
  expect(errorAt('Password')).toBe('Password must be at least 8 characters and contain at least one number')
  expect(server.bodies(createUser)).toEqual([])
  expect(address()).toBe('/setup/users/new')
})

test('an email that is already on the list shows an error at the field', async () => {
  const server = await show()
  await send(eva)
  await screen.findByText('This person is already a member')
  expect(errorAt('Email')).toBe('This person is already a member')
  expect(server.bodies(createUser)).toEqual([
    { username: 'eva@plant.example', first_name: 'Eva', last_name: 'Kern', password: 'lathe-4711' },
  ])
})

test('where mail is set up, a person is invited without a password, or gets a first one on wish', async () => {
  const server = await show({ mail: true })
  server.on(createUser, ({ body }) =>
    body.password === undefined ? refuse('email_not_usable') : refuse('already_member'),
  )
  expect(screen.queryByLabelText('Password', { selector: 'input' })).toBeNull()
  const { Password, 'Confirm password': confirmation, ...person } = eva
  for (const [label, words] of Object.entries(person)) await type(label, words)
  await hand.click(button('Send invitation'))
  await screen.findByText('This email cannot be used. Type another one')
  await hand.click(screen.getByRole('radio', { name: 'Set a first password, and tell them' }))
  await send({ Password, 'Confirm password': confirmation })
  await screen.findByText('This person is already a member')
  const body = { username: 'eva@plant.example', first_name: 'Eva', last_name: 'Kern' }
  expect(server.bodies(createUser)).toEqual([body, { ...body, password: 'lathe-4711' }])
})
