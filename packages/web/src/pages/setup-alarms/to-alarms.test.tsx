import { getCompany } from '@millwatch/contract/http/company'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, company, serverOf, showPage } from '../../ui/page.testing.ts'
import { ToAlarms } from './to-alarms.tsx'

test('the page says that it leads on until the company is loaded, then it leads to the alarms of the root', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  serverOf('user').on(getCompany, async () => {
    await promise
    return { status: 'success', company }
  })
  showPage(<ToAlarms />, { at: '/setup/alarms', route: '/setup/alarms' })
  await screen.findByText('Redirecting to new alarms page...')
  expect(address()).toBe('/setup/alarms')
  resolve()
  await waitFor(() => expect(address()).toBe('/o/70/alarms'))
})
