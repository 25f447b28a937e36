import { getSetup } from '@millwatch/contract/http/company-setup'
import { createSession } from '@millwatch/contract/http/identity'
import { requestPasswordReset } from '@millwatch/contract/http/identity-password'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerRaw, noAnswer } from '../../ui/fake-server.testing.ts'
import { button, hand, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { SignInPage } from './sign-in-page.tsx'

// The document of these tests has no window whose theme could be asked for.
vi.hoisted(() => {
  const dark = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => dark)
})

function show() {
  const server = serverOf().on(getSetup, () => ({
    needed: false,
    password_policy: 'spec',
    demo: false,
    mail: true,
    sms: false,
  }))
  showPage(<SignInPage onOpen={async () => undefined} prepare={() => undefined} />)
  return server
}

async function fill(email: string, password: string): Promise<void> {
  await type('Email', email)
  await type('Password', password)
}

const error = (words: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words))

test('keeps the button off while email or password is blank', async () => {
  show()
  expect(button('Login').disabled).toBe(true)
  for (const [email, password, enabled] of [
    ['   ', 'this is it 1', false],
    ['ann@plant.example', '  ', false],
    ['ann@plant.example', 'this is it 1', true],
  ] as const) {
    await fill(email, password)
    expect(button('Login').disabled).toBe(!enabled)
  }
})

test.each([
  ['Network error', noAnswer],
  ['Server error during authentication', () => answerRaw('{}', 500)],
  ['Unknown response code', () => answerRaw('{}', 418)],
  ['Network error', () => answerRaw('no JSON', 200)],
])('says "%s" to an answer of that kind', async (words, answer) => {
  show().on(createSession, answer)
  await fill('ann@plant.example', 'this is it 1')
  await hand.click(button('Login'))
  await error(words)
})

test('turns to asking for a new password, and back', async () => {
  show()
  await hand.click(button('Forgot password?'))
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(button('Request Password Reset').disabled).toBe(true)
  await hand.type(screen.getByLabelText('Email'), '   ')
  expect(button('Request Password Reset').disabled).toBe(true)
  await hand.click(button('<- Back to login'))
  button('Login')
})

test('says that a link was sent, and sends no second request for the same address', async () => {
  const server = show().on(requestPasswordReset, () => null)
  await hand.click(button('Forgot password?'))
  await type('Email', 'nobody@plant.example')
  await hand.click(button('Request Password Reset'))
  await screen.findByText('Check email for password reset link')
  expect(button('Request Password Reset').disabled).toBe(true)
  await type('Email', 'somebody@plant.example')
  expect(button('Request Password Reset').disabled).toBe(false)
  expect(server.bodies(requestPasswordReset)).toEqual([{ username: 'nobody@plant.example' }])
})

test('says that asking for a new password failed', async () => {
  show().on(requestPasswordReset, noAnswer)
  await hand.click(button('Forgot password?'))
  await type('Email', 'somebody@plant.example')
  await hand.click(button('Request Password Reset'))
  await error('Error requesting password reset')
  expect(button('Request Password Reset').disabled).toBe(false)
})
