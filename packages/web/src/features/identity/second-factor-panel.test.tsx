import { listSessions } from '@millwatch/contract/http/identity'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '@millwatch/contract/http/identity-second-factor'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { button, errorAt, field, hand, instant, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { SecondFactorPanel } from './second-factor-panel.tsx'

const right = { password: 'this is it 1', code: '123456' }
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const codesOf = (letter: string) => Array.from({ length: 10 }, (_, i) => `${letter.repeat(4)}-AAAA-AAAA-${i}AAA`)

/** Shows the panel; the server knows one password and one code. `left` is the number of recovery codes, null: it is off. */
async function show(left: number | null, isRequired = false) {
  let codesLeft = left
  const checked = <T,>({ current_password, code }: { current_password?: string; code?: string }, answer: () => T) => {
    if (current_password !== undefined && current_password !== right.password) return refuse('current_password_wrong')
    if (code !== undefined && code !== right.code) return refuse('second_factor_code_wrong')
    return answer()
  }
  const renewed = (letter: string) => () => {
    codesLeft = 10
    return { status: 'success' as const, recovery_codes: codesOf(letter) }
  }
  const server = serverOf('admin')
    .on(listSessions, () => ({ status: 'success', sessions: [] }))
    .on(getSecondFactor, () => ({
      status: 'success',
      since: codesLeft === null ? null : instant,
      recovery_codes_left: codesLeft,
      is_required: isRequired,
      passkeys: [],
    }))
    .on(beginSecondFactor, ({ body }) =>
      checked(body, () => ({ status: 'success' as const, secret, address: `otpauth://totp/ann?secret=${secret}` })),
    )
    .on(confirmSecondFactor, ({ body }) => checked(body, renewed('B')))
    .on(renewRecoveryCodes, ({ body }) => checked(body, renewed('C')))
    .on(endSecondFactor, ({ body }) =>
      checked(body, () => {
        codesLeft = null
        return { status: 'success' as const }
      }),
    )
  showPage(<SecondFactorPanel />)
  await screen.findByText(left === null ? /^It is off/ : /^It is on, with an app since/)
  return server
}

const inBox = async (name: string): Promise<HTMLButtonElement> => {
  const box = await screen.findByRole('dialog')
  const found = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (found === undefined) throw new Error(`The dialog has no button ${name}`)
  return found
}
const isInvalid = (label: string) => waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'))

test('is set up by the keyboard alone: password, secret, code, recovery codes', async () => {
  const server = await show(null)
  button('Set it up').focus()
  await hand.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field('Your password')))
  expect(button('Continue').disabled).toBe(true)
  await hand.keyboard(`${right.password}{Enter}`)
  await screen.findByRole('img', { name: 'The secret as a QR code' })
  await waitFor(() => expect(document.activeElement).toBe(field('Code of the app')))
  expect(field('Code of the app').autocomplete).toBe('one-time-code')
  expect(button('Switch it on').disabled).toBe(true)
  await hand.keyboard(`${right.code}{Enter}`)
  await screen.findByText(/BBBB-AAAA-AAAA-9AAA/)
  await hand.click(button('I have kept them'))
  await screen.findByText(/^It is on, with an app since .* 10 recovery codes left\./)
  expect(screen.queryByText(/BBBB/)).toBeNull()
  expect(server.bodies(beginSecondFactor)).toEqual([{ current_password: right.password }])
  expect(server.bodies(confirmSecondFactor)).toEqual([{ code: right.code }])
})

test('says at its field that the password or the code is wrong, and goes on with the right one', async () => {
  const server = await show(null)
  await hand.click(button('Set it up'))
  await type('Your password', 'guessed 1')
  await hand.click(button('Continue'))
  await isInvalid('Your password')
  expect(errorAt('Your password')).toMatch(/password/i)
  await type('Your password', right.password)
  await hand.click(button('Continue'))
  await screen.findByRole('form', { name: 'Confirm the app' })
  await type('Code of the app', '999999')
  await hand.click(button('Switch it on'))
  await isInvalid('Code of the app')
  expect(errorAt('Code of the app')).toMatch(/code/i)
  await type('Code of the app', right.code)
  await hand.click(button('Switch it on'))
  await screen.findByText(/BBBB-AAAA-AAAA-0AAA/)
  expect(server.bodies(confirmSecondFactor)).toEqual([{ code: '999999' }, { code: right.code }])
})

test('says that a step has failed, and keeps what was typed', async () => {
  const server = await show(null)
  server.on(beginSecondFactor, noAnswer)
  await hand.click(button('Set it up'))
  await type('Your password', right.password)
  await hand.click(button('Continue'))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(field('Your password').value).toBe(right.password)
})

test('Cancel leaves the set-up and switches nothing on', async () => {
  const server = await show(null)
  await hand.click(button('Set it up'))
  await hand.click(button('Cancel'))
  await screen.findByText(/^It is off/)
  expect(server.bodies(beginSecondFactor)).toEqual([])
})

test.each([
  ['new recovery codes are made', 'Make new recovery codes', 'Make new codes', renewRecoveryCodes],
  ['it is switched off', 'Switch it off', 'Switch it off', endSecondFactor],
] as const)('%s with password and code only; wrong ones are said at their fields', async (_, open, act, endpoint) => {
  const server = await show(2)
  await screen.findByText(/Make new recovery codes, so that/)
  await hand.click(button(open))
  expect((await inBox(act)).disabled).toBe(true)
  expect(document.activeElement).toBe(field('Your password'))
  await type('Your password', 'guessed 1')
  await type('Code', right.code)
  await hand.click(await inBox(act))
  await isInvalid('Your password')
  await type('Your password', right.password)
  await type('Code', '999999')
  await hand.click(await inBox(act))
  await isInvalid('Code')
  expect(errorAt('Code')).toMatch(/code/i)
  await type('Code', right.code)
  await hand.click(await inBox(act))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  if (endpoint === renewRecoveryCodes) {
    await message('New recovery codes made')
    await screen.findByText(/CCCC-AAAA-AAAA-0AAA/)
  } else {
    await message('Second factor switched off')
    await screen.findByText(/^It is off/)
  }
  expect(server.bodies<typeof renewRecoveryCodes | typeof endSecondFactor>(endpoint)).toEqual([
    { current_password: 'guessed 1', code: right.code },
    { current_password: right.password, code: '999999' },
    { current_password: right.password, code: right.code },
  ])
})

test('Cancel switches nothing off', async () => {
  const server = await show(9, true)
  await screen.findByText(/Your company requires it\./)
  await hand.click(button('Switch it off'))
  await type('Your password', right.password)
  await type('Code', right.code)
  await hand.click(await inBox('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies(endSecondFactor)).toEqual([])
})
