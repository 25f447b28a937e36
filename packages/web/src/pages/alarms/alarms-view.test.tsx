import { listAlarms, listAlarmTypes } from '@millwatch/contract/http/alarms'
import { getSetup } from '@millwatch/contract/http/company-setup'
import { listRosters } from '@millwatch/contract/http/groups'
import { listUsers } from '@millwatch/contract/http/members'
import { useQueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listedAlarm } from '../../features/alarms/alarm.testing.ts'
import { alarmsKey } from '../../features/alarms/queries.ts'
import type { OrgUnit } from '../../features/tree/types.ts'
import { button, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { AlarmsView } from './alarms-view.tsx'

// The document of these tests has no layout.
vi.hoisted(() => {
  const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => wide)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
})

const place = { id: 70, name: 'Plant', zone: 'UTC', which: 'o', unit: { equipment: [] } as unknown as OrgUnit } as const

function Page() {
  const client = useQueryClient()
  return (
    <>
      <AlarmsView place={place} />
      <button
        type="button"
        data-testid="again"
        onClick={() => void client.invalidateQueries({ queryKey: alarmsKey })}
      />
    </>
  )
}

/** Shows the page at an address to a person (id 1), with one alarm of the person with `ownerId`. */
function show(search: string, ownerId: number) {
  const alarms = [{ ...listedAlarm, owner_user_id: ownerId }]
  serverOf('user')
    .on(listAlarms, () => ({ status: 'success', alarms: [...alarms] }))
    .on(listAlarmTypes, () => ({ status: 'success', alarm_types: [] }))
    .on(listRosters, () => ({ status: 'success', rosters: [] }))
    .on(listUsers, () => ({ status: 'success', users: [] }))
    .on(getSetup, () => ({ needed: false, password_policy: 'spec', demo: false, mail: true, sms: true }))
  showPage(<Page />, { at: `/o/70/alarms?${search}` })
  return alarms
}

test.each([
  ['edit=3', 'Edit alarm'],
  ['subscribers=3', 'Subscribers'],
])('the address %s opens its dialog for the owner of the alarm, and for nobody else', async (search, name) => {
  show(search, 1)
  await screen.findByRole('dialog', { name })
})

test.each(['edit=3', 'subscribers=3'])('the address %s opens nothing for another person', async (search) => {
  show(search, 2)
  await screen.findByRole('table', { name: 'Alarms' })
  await screen.findByText('1 alarm on 1 machine · 0 tripped')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the editor stays open with a notice when its alarm is deleted meanwhile', async () => {
  const alarms = show('edit=3', 1)
  await screen.findByRole('dialog', { name: 'Edit alarm' })
  await screen.findByRole('button', { name: /^Update/ })
  alarms.length = 0
  screen.getByTestId('again').click()
  await screen.findByText(/^This alarm is no longer in the list/)
  screen.getByText('This alarm is gone')
  expect(button(/^Update/).disabled).toBe(true)
  await hand.click(button('Cancel'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the columns have the names of the specification', async () => {
  show('', 1)
  await screen.findByRole('columnheader', { name: 'Device Outputs' })
  screen.getByRole('columnheader', { name: 'My subscriptions' })
})
