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
  expect(await screen.findByText('Stopped. You get no more mails about this.')).toBeDefined()
  expect(stopped).toBe(1)
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
})
