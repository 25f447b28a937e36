import { listClientErrors } from '@millwatch/contract/http/client-errors'
import { listUsers } from '@millwatch/contract/http/members'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { serverOf, showPage } from '../../ui/page.testing.ts'
import { ErrorsPage } from './errors-page.tsx'

test('without errors a message says so', async () => {
  serverOf()
    .on(listUsers, () => ({ status: 'success', users: [] }))
    .on(listClientErrors, () => ({ status: 'success', client_errors: [] }))
  showPage(<ErrorsPage />)
  await screen.findByText('No errors')
  await screen.findByText('No page has broken in the last 30 days.')
})
