import { listApiKeys } from '@millwatch/contract/http/api-keys'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, hand, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { KeysPage } from './keys-page.tsx'

test('a company without API keys gets a message; the button to make one says what is missing', async () => {
  serverOf('admin').on(listApiKeys, () => ({
    status: 'success',
    api_keys: [],
    offered_operations: ['tag.create', 'tag.list'],
  }))
  showPage(<KeysPage />)
  await screen.findByText('No API keys')
  expect(button('Make key').disabled).toBe(true)
  screen.getByText('Type a name first')
  await type('Name', 'Tags')
  expect(button('Make key').disabled).toBe(false)
  await hand.click(screen.getByRole('radio', { name: 'Do only the listed operations' }))
  screen.getByText('Choose at least one operation first')
  expect(button('Make key').disabled).toBe(true)
})
