import { getSetup } from '@millwatch/contract/http/company-setup'
import { listRosters } from '@millwatch/contract/http/groups'
import { listUsers } from '@millwatch/contract/http/members'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { field, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { listedAlarm } from './alarm.testing.ts'
import { SubscriberFields } from './subscriber-fields.tsx'

const NOBODY = 'Nobody else has this name'

/** Shows the fields over a server that answers so with the users, and opens the list of those who can be added. */
async function open(users: () => unknown): Promise<void> {
  stubLayout()
  serverOf('user')
    .on(getSetup, () => ({
      status: 'success',
      needed: false,
      password_policy: 'spec',
      demo: false,
      mail: true,
      sms: true,
    }))
    .on(listUsers, users)
    .on(listRosters, () => ({ status: 'success', rosters: [] }))
  showPage(<SubscriberFields alarm={listedAlarm} />)
  await hand.click(field('Add people or groups'))
}

test('the list of people to add says that there is nobody once people and groups are read, not before', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  await open(() => promise)
  await screen.findByText('Reading…')
  expect(screen.queryByText(NOBODY)).toBeNull()
  resolve({ status: 'success', users: [] })
  await screen.findByText(NOBODY)
})

test('the list of people to add says why people could not be read', async () => {
  await open(() => refuse('forbidden'))
  await screen.findByText('You do not have the right to do this')
  expect(screen.queryByText(NOBODY)).toBeNull()
})
