import { expect, it } from 'vitest'
import { addressOf } from './routes.ts'
import type { NodeKey } from './rows.ts'

const to = (key: NodeKey, now: string, query = '') => {
  const [pathname = '', search = ''] = now.split('?')
  return addressOf(key, `/${key.replace('-', '/')}${query}`, { pathname, search })
}

it('keeps the page that is open when the other node has it too', () => {
  expect(to('o-7', '/o/1')).toBe('/o/7')
  expect(to('e-7', '/setup/users')).toBe('/e/7')
  expect(to('e-7', '/e/1/addin/3')).toBe('/e/7/addin/3')
  expect(to('o-7', '/o/1/reports/summary')).toBe('/o/7/reports/summary')
  expect(to('e-7', '/o/1/reports/runs')).toBe('/e/7/reports/runs')
  expect(to('o-7', '/e/1/alarms')).toBe('/o/7/alarms')
})

it('leaves a page behind that the other node does not have', () => {
  expect(to('e-7', '/o/1/reports/summary')).toBe('/e/7')
  expect(to('o-7', '/e/1/addin/3')).toBe('/o/7')
  expect(to('e-7', '/e/1/d/6f1c8a52')).toBe('/e/7')
})

it('keeps sticky parameters, and tab and panel between nodes of the same kind', () => {
  expect(to('o-7', '/o/1?tab=equipment&status=down', '?hidesidebar&period=1d')).toBe(
    '/o/7?hidesidebar&period=1d&tab=equipment',
  )
  expect(to('e-7', '/e/1?panel=schedule')).toBe('/e/7?panel=schedule')
  expect(to('e-7', '/o/1?tab=equipment&panel=schedule')).toBe('/e/7')
})
