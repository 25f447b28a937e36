import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { hand, showPage } from './page.testing.ts'
import { PickIds } from './pick-ids.tsx'

/** Shows a field with units, of which that with the id 3 is chosen. */
function showUnits(options: { value: string; label: string }[] | undefined): void {
  const field = { label: 'Units', hint: undefined, placeholder: 'None', gone: 'A unit that is gone' }
  showPage(<PickIds {...field} options={options} chosen={[3]} onChosen={() => undefined} />)
}

const typeName = () => hand.type(screen.getByLabelText('Units'), 'x')

test('a chosen unit is not said to be gone, nor a name to be unknown, before the units are read', async () => {
  showUnits(undefined)
  screen.getByRole('button', { name: 'Remove …' })
  await typeName()
  await screen.findByText('Not read yet')
})

test('a chosen unit that is not among the units is gone', async () => {
  showUnits([{ value: '4', label: 'Hall 4' }])
  screen.getByRole('button', { name: 'Remove A unit that is gone' })
  await typeName()
  await screen.findByText('Nothing has this name')
})
