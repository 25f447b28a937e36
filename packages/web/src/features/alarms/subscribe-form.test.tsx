import { getSetup } from '@millwatch/contract/http/company-setup'
import { getUser } from '@millwatch/contract/http/identity'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, hand, instant, person, serverOf, showPage } from '../../ui/page.testing.ts'
import { SubscribeForm } from './subscribe-form.tsx'

/** Shows the form to somebody with or without a phone number, in an installation that sends text messages or does not. */
function show(phone: string | null, sms: boolean) {
  serverOf('user')
    .on(getUser, () => ({ status: 'success', user: { ...person('user'), phone }, expires_at: instant }))
    .on(getSetup, () => ({ needed: false, password_policy: 'spec', demo: false, mail: true, sms }))
  showPage(<SubscribeForm id={3} name="Offline on Saw" onClose={() => undefined} />)
}

const text = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Text message/ })

test.each([
  [null, true, 'Text message (No phone # setup - go to your Settings page)'],
  ['+15557770001', false, 'Text message (No text messages: this installation has no SMS service)'],
])('with the phone %s, and SMS service %s, the box says why there are no text messages', async (phone, sms, name) => {
  show(phone, sms)
  await waitFor(() => expect(text().getAttribute('aria-label')).toBe(name))
  expect(text().disabled).toBe(true)
})

test('with a phone and a service, Subscribe waits for one of the boxes', async () => {
  show('+15557770001', true)
  await waitFor(() => expect(text().getAttribute('aria-label')).toBe('Text message'))
  expect(button('Subscribe').disabled).toBe(true)
  await hand.click(text())
  expect(button('Subscribe').disabled).toBe(false)
})
