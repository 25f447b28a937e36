import { expect, it } from 'vitest'
import { pathOf } from './routes.ts'

it('keeps the page that is open, where the other node has it too', () => {
  expect(pathOf('o-7', '/o/1')).toBe('/o/7')
  expect(pathOf('e-7', '/setup/users')).toBe('/e/7')
  expect(pathOf('e-7', '/e/1/addin/3')).toBe('/e/7/addin/3')
  expect(pathOf('o-7', '/o/1/reports/summary')).toBe('/o/7/reports/summary')
  expect(pathOf('e-7', '/o/1/reports/runs')).toBe('/e/7/reports/runs')
  expect(pathOf('o-7', '/e/1/alarms')).toBe('/o/7/alarms')
})

it('leaves a page behind that the other node does not have', () => {
  expect(pathOf('e-7', '/o/1/reports/summary')).toBe('/e/7')
  expect(pathOf('o-7', '/e/1/addin/3')).toBe('/o/7')
  expect(pathOf('e-7', '/e/1/d/6f1c8a52')).toBe('/e/7')
})
