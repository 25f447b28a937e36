import * as calls from '@millwatch/contract/http/alarms'
import { getSetup } from '@millwatch/contract/http/company-setup'
import { listRosters } from '@millwatch/contract/http/groups'
import { listUsers } from '@millwatch/contract/http/members'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { button, hand, instant, message, serverOf, showPage } from '../../ui/page.testing.ts'
import { listedAlarm } from './alarm.testing.ts'
import type { ListedAlarm } from './queries.ts'
import { SubscriptionDialog } from './subscription-dialog.tsx'

const ann = { id: 11, first_name: 'Ann', last_name: 'Lee' }
const bob = { id: 12, first_name: 'Bob', last_name: 'Ray' }

const alarm: ListedAlarm = {
  ...listedAlarm,
  UserAlarms: [{ id: 1, user_id: 12, alarm_id: 3, send_email: true, send_sms: false, User: bob }],
}

const member = (person: typeof ann, has_phone: boolean) => ({
  ...person,
  ...{ created_at: instant, is_admin: false, is_superuser: false, company_id: 7, has_phone },
})

function show() {
  stubLayout()
  const server = serverOf('user')
    .on(getSetup, () => ({
      status: 'success',
      needed: false,
      password_policy: 'spec',
      demo: false,
      mail: true,
      sms: true,
    }))
    .on(listUsers, () => ({ status: 'success', users: [member(ann, true), member(bob, false)] }))
    .on(listRosters, () => ({
      status: 'success',
      rosters: [
        {
          id: 8,
          name: 'Crew',
          RosterUsers: [{ id: 1, roster_id: 8, user_id: 11, send_email: true, send_sms: false, User: ann }],
        },
      ],
    }))
  showPage(<SubscriptionDialog alarm={alarm} onClose={vi.fn()} />)
  return server
}

const list = (name: string) => within(screen.getByRole('listbox', { name }))

test('subscribing a group that fails reverts the selection', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  show().on(calls.subscribeRoster, async () => {
    await promise
    return refuse('not_found')
  })
  await hand.click(await screen.findByRole('button', { name: /Choose groups/ }))
  const crew = await screen.findByRole('row', { name: /Crew/ })
  await hand.click(crew)
  await waitFor(() => expect(crew.getAttribute('aria-selected')).toBe('true'))
  resolve()
  await message('Error subscribing group')
  await waitFor(() => expect(screen.getByRole('row', { name: /Crew/ }).getAttribute('aria-selected')).toBe('false'))
})

test('people move between all users and the lists of email and SMS; without a phone they are locked', async () => {
  const server = show()
    .on(calls.subscribeUsers, () => ({ status: 'success', alarm }))
    .on(calls.unsubscribeUsers, () => ({ status: 'success', alarm }))
  await screen.findByRole('listbox', { name: 'All users' })
  await hand.click(list('All users').getByRole('option', { name: /Bob Ray/ }))
  expect(list('All users').getByRole('option', { name: /Bob Ray/ }).textContent).toContain('No phone # setup')
  expect(button('Add to SMS subscriptions').title).toBe('No phone # setup')
  await hand.click(button('Add to SMS subscriptions'))
  await hand.click(list('All users').getByRole('option', { name: /Ann Lee/ }))
  await hand.click(button('Add to SMS subscriptions'))
  await message('Subscribed')
  await hand.click(list('Email subscriptions').getByRole('option', { name: /Bob Ray/ }))
  await hand.click(button('Remove from Email subscriptions'))
  await message('Unsubscribed')
  expect(server.bodies(calls.subscribeUsers)).toEqual([{ user_ids: [11], subscribe_email: false, subscribe_sms: true }])
  expect(server.bodies(calls.unsubscribeUsers)).toEqual([
    { user_ids: [12], subscribe_email: true, subscribe_sms: false },
  ])
})
