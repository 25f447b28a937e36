import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serverOf, showPage } from '../../ui/page.testing.ts'
import { ScopeBar } from './scope-bar.tsx'

beforeEach(() => {
  serverOf()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})

test.each([
  ['/o/70', true],
  ['/o/70/alarms', false],
  ['/o/70/pm', false],
  // It has MTBF and MTTR over the period.
  ['/e/5/pm', true],
])('the bar of the period on %s: %s', (at, isShown) => {
  showPage(<ScopeBar />, { at })
  expect(screen.queryByRole('region', { name: 'Period' }) !== null).toBe(isShown)
})
