import { equipmentOfCompany } from '@millwatch/contract/http/company'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { field, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { MachineField } from './machine-field.tsx'

test('machines that could not be read are not said to be none', async () => {
  stubLayout()
  serverOf().on(equipmentOfCompany, () => refuse('forbidden'))
  showPage(<MachineField label="Machine" value={undefined} exceptId={undefined} onValue={vi.fn()} />)
  await screen.findByText('You do not have the right to do this')
  await hand.click(field('Machine'))
  await screen.findByRole('listbox')
  expect(screen.queryByText('There is no other machine')).toBeNull()
})
