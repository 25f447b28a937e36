import { expect, it } from 'vitest'
import { throughTomorrow } from './shift-history.ts'

const ZONE = 'America/Chicago'
const at = (iso: string) => Date.parse(iso)
const noon = at('2026-11-21T18:00:00Z')
const yesterday = { from: at('2026-11-20T06:00:00Z'), to: at('2026-11-21T06:00:00Z') }
const afterTomorrow = at('2026-11-23T06:00:00Z')

it('a period that reaches today goes through the end of tomorrow, one that ends when today begins stays', () => {
  expect(throughTomorrow(yesterday, ZONE, noon)).toEqual(yesterday)
  expect(throughTomorrow({ ...yesterday, to: yesterday.to + 1 }, ZONE, noon)).toEqual({
    from: yesterday.from,
    to: afterTomorrow,
  })
  expect(throughTomorrow({ from: noon, to: at('2026-12-24T06:00:00Z') }, ZONE, noon).to).toBe(afterTomorrow)
})
