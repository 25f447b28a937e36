import { readUnsubscription, unsubscribeByLink } from '@millwatch/contract/http/notices'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerRaw } from '../../ui/fake-server.testing.ts'
import { button, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { UnsubscribePage } from './unsubscribe-page.tsx'

const alarms = ['Press 1: offline for 10 m']

const show = (at: string) =>
  showPage(<UnsubscribePage onOpen={async () => undefined} prepare={() => undefined} />, { at })

test('names the alarm, stops nothing by being opened, and stops the mails by its button', async () => {
  let stopped = 0
  serverOf()
    .on(readUnsubscription, () => ({ status: 'success', alarms, reports: [] }))
    .on(unsubscribeByLink, () => {
      stopped++
      return { status: 'success', alarms, reports: [] }
    })
  show('/unsubscribe?stop=abc')
  expect(await screen.findByText('Press 1: offline for 10 m')).toBeDefined()
  expect(stopped).toBe(0)
  await hand.click(button('Stop mails'))
  expect(await screen.findByText('Stopped.')).toBeDefined()
  expect(stopped).toBe(1)
})

/** Returns the link of this name as the address to which it leads. */
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('18: once stopped, it still names the alarm, says how to get its mails again, and leads on', async () => {
  serverOf()
    .on(readUnsubscription, () => ({ status: 'success', alarms, reports: [] }))
    .on(unsubscribeByLink, () => ({ status: 'success', alarms, reports: [] }))
  show('/unsubscribe?stop=abc')
  await screen.findByText('Press 1: offline for 10 m')
  expect(screen.queryByRole('link')).toBeNull()
  await hand.click(button('Stop mails'))
  await screen.findByText('Stopped.')
  expect(screen.getByText('Press 1: offline for 10 m')).toBeDefined()
  expect(screen.getByText(/subscribe with Email on the Alarms page of the machine or unit\.$/)).toBeDefined()
  expect([linkTo('Open your settings'), linkTo('Open Millwatch')]).toEqual(['/setup/user', '/'])
  expect(screen.queryByRole('button', { name: 'Stop mails' })).toBeNull()
})

test('names the reports that its link stops, and where they are chosen again', async () => {
  serverOf().on(readUnsubscription, () => ({ status: 'success', alarms: [], reports: ['weekly'] }))
  show('/unsubscribe?stop=abc')
  const words = 'You get no more weekly reports by email. To get them again, choose them in your settings.'
  expect(await screen.findByText(words)).toBeDefined()
  expect(button('Stop mails')).toBeDefined()
})

test('says that a link is not valid', async () => {
  serverOf().on(readUnsubscription, () =>
    answerRaw('{"status":"error","error":"x","code":"unsubscribe_token_invalid"}', 400),
  )
  show('/unsubscribe?stop=wrong')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/not valid/))
  expect(screen.queryByRole('button', { name: 'Stop mails' })).toBeNull()
  expect(linkTo('Open your settings')).toBe('/setup/user')
})
