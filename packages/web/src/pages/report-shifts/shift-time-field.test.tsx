import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { hand, showPage } from '../../ui/page.testing.ts'
import { ShiftTimeField } from './shift-time-field.tsx'

test('a date without a time begins at 00:00, and a time is in steps of 5 minutes', async () => {
  const onValue = vi.fn()
  const limits = { first: 2_026_01_01, last: 2_026_01_31 }
  showPage(<ShiftTimeField label="Start" placeholder="Start" value={null} limits={limits} onValue={onValue} />)
  const entry = screen.getByRole('combobox')
  await hand.type(entry, '2026-01-05')
  await hand.tab()
  expect(onValue).toHaveBeenLastCalledWith({ date: 2_026_01_05, minute: 0 })
  await hand.clear(entry)
  await hand.type(entry, '2026-01-05 06:02')
  await hand.tab()
  expect(onValue).toHaveBeenLastCalledWith({ date: 2_026_01_05, minute: 360 })
})
