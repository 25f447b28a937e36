import * as calls from '@millwatch/contract/http/notices'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, hand, instant, message, serverOf, showPage } from '../../ui/page.testing.ts'
import { WebhooksPage } from './webhooks-page.tsx'

const webhook = {
  ...{ id: 4, name: 'Pager', url: 'https://pager.example/hook', created_at: instant },
  ...{ last_sent_at: null, last_failed_at: instant },
}
const delivery = {
  ...{ id: 9, event: 'alarm.tripped', title: 'Saw: offline for 10 m', created_at: instant, attempts: 8 },
  ...{ sent_at: null, failed_at: instant, next_attempt_at: null, problem: 'The receiver answered 500' },
}

test('a message that was given up shows why, and is tried again on demand; one that was accepted is not', async () => {
  const server = serverOf()
    .on(calls.listWebhooks, () => ({ status: 'success', webhooks: [webhook] }))
    .on(calls.listWebhookDeliveries, () => ({
      status: 'success',
      deliveries: [
        delivery,
        { ...delivery, id: 8, title: 'Mill: offline', sent_at: instant, failed_at: null, problem: null },
      ],
    }))
    .on(calls.retryWebhookDelivery, () => ({ status: 'success' }))
  showPage(<WebhooksPage />, { at: '/setup/webhooks?id=4' })
  const rows = within(await screen.findByRole('table', { name: 'Latest messages' })).getAllByRole('row')
  expect(rows).toHaveLength(3)
  expect(rows[1]?.textContent).toContain('Given up, 8 attempts')
  expect(rows[1]?.textContent).toContain('The receiver answered 500')
  expect(rows[2]?.textContent).toContain('Accepted')
  expect(screen.queryByRole('button', { name: 'Try again: Mill: offline' })).toBeNull()
  await hand.click(button('Try again: Saw: offline for 10 m'))
  await message('It is sent again now')
  expect(server.bodies(calls.retryWebhookDelivery)).toHaveLength(1)
})

test('a company without webhooks reads what one is for; the form says what is missing', async () => {
  serverOf().on(calls.listWebhooks, () => ({ status: 'success', webhooks: [] }))
  showPage(<WebhooksPage />)
  await screen.findByText('No webhooks')
  expect(button('Add webhook').disabled).toBe(true)
  screen.getByText('Type a name first')
})

test('admins, who may not read webhooks, get a notice', async () => {
  serverOf('admin')
  showPage(<WebhooksPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('You do not have the right to do this')
})
