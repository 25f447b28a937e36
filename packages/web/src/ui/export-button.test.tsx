import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExportButton, tableForms } from './export-button.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Shows the button, opens the choices, and returns the formats that are exported. */
function open(): string[] {
  const exported: string[] = []
  render(<ExportButton forms={tableForms} onExport={(form) => exported.push(form)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  return exported
}

test('the button has the focus again after a choice', () => {
  const exported = open()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'CSV' }))
  fireEvent.click(screen.getByRole('button', { name: 'JSON' }))
  expect(exported).toEqual(['json'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }))
})

test('the button has the focus again after 10 s without a choice, unless another element has it', () => {
  open()
  act(() => void vi.advanceTimersByTime(10_000))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  render(<input aria-label="Search" />)
  screen.getByLabelText('Search').focus()
  act(() => void vi.advanceTimersByTime(10_000))
  screen.getByRole('button', { name: 'Export' })
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})
