import { expect, test, vi } from 'vitest'
import { searchFor } from './search.ts'

test('a search finds a text in one of several, in upper or lower case, and everything without words', () => {
  expect(searchFor(' mill ')('Lathe 1', null, undefined, 'MILLING')).toBe(true)
  expect(searchFor('mill')('Lathe 1', null)).toBe(false)
  expect([searchFor(' ')(), searchFor('')(null)]).toEqual([true, true])
})

test('a search finds the same in a Turkish browser', () => {
  const inTurkish = vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return String(this).replaceAll('I', 'ı').toLowerCase()
  })
  expect(searchFor('milling')('MILLING')).toBe(true)
  inTurkish.mockRestore()
})
