import { listOwnAlarms, unsubscribeFromAlarm } from '@millwatch/contract/http/alarms'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OwnAlarm } from '../../scope/own-alarms.ts'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, hand, instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { OwnSubscriptions } from './own-subscriptions.tsx'

const ann = { id: 1, first_name: 'Ann', last_name: 'Lee' }
const personal: OwnAlarm = {
  ...{ alarm_id: 3, alarm_type: 'Offline', settings: 'For 10 m', pm_enabled: false },
  ...{ tripped: true, tripped_at: instant, trip_id: 8, seen: true },
  Equipment: { id: 5, name: 'Saw' },
  userAlarm: { id: 1, user_id: 1, alarm_id: 3, send_sms: false, send_email: true, User: ann },
  Rosters: [],
}
const byGroup: OwnAlarm = {
  ...personal,
  ...{ alarm_id: 4, alarm_type: 'PM duration', settings: 'Every 1 month', pm_enabled: true, tripped: false },
  userAlarm: null,
  Rosters: [{ id: 2, name: 'Fitters' }],
}

/** Shows the panel to somebody with these subscriptions, which the test may change. */
function show(alarms: OwnAlarm[]) {
  const server = serverOf('user').on(listOwnAlarms, () => ({ status: 'success', alarms }))
  showPage(<OwnSubscriptions />)
  return server
}

const rowOf = (name: RegExp) => screen.findByRole('row', { name })

test('own subscriptions are listed with their machine, and those by a group only have no button', async () => {
  show([personal, byGroup])
  const row = await rowOf(/Offline/)
  expect(within(row).getByRole('link', { name: 'Saw' }).getAttribute('href')).toBe('/e/5/alarms')
  expect(row.textContent).toContain('tripped')
  const group = await rowOf(/PM duration/)
  expect(within(group).getByRole('link', { name: 'Saw' }).getAttribute('href')).toBe('/e/5/pm')
  expect(group.textContent).toContain('group Fitters')
  expect(within(group).queryByRole('button')).toBeNull()
})

test('Unsubscribe ends an own subscription, and says so when it fails', async () => {
  const alarms = [personal]
  let tries = 0
  show(alarms).on(unsubscribeFromAlarm, ({ params }) => {
    tries += 1
    if (tries === 1) return refuse('forbidden')
    alarms.splice(0, 1)
    expect(params.id).toBe(3)
    return { status: 'success' }
  })
  const name = 'Unsubscribe from Offline of Saw'
  await screen.findByRole('button', { name })
  await hand.click(button(name))
  await screen.findByText('Error unsubscribing')
  await hand.click(button(name))
  await screen.findByText('Unsubscribed')
  await screen.findByText(/^You are subscribed to no alarm/)
})
