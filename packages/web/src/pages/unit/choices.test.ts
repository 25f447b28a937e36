import { expect, it } from 'vitest'
import { choicesOf, writeChoices } from './choices.ts'

const usual = { tab: 'util', children: 'bars', bars: 'util', groups: 'util', expanded: '0' }

it('an address says what a unit shows; what it leaves out, or misspells, is the default or as chosen last', () => {
  expect(choicesOf(new URLSearchParams(''), {})).toEqual(usual)
  expect(choicesOf(new URLSearchParams('tab=equipment&bars=money'), {})).toEqual({ ...usual, tab: 'equipment' })
  expect(choicesOf(new URLSearchParams('children=bars'), { children: 'circles', expanded: '1' })).toEqual({
    ...usual,
    expanded: '1',
  })
})

it('choices are written beside what else stands there, and defaults are not said', () => {
  const search = new URLSearchParams('hidesidebar&tz=America/Chicago&children=circles')
  expect(writeChoices(search, { tab: 'equipment', children: 'bars' })).toBe(
    '?hidesidebar&tz=America/Chicago&tab=equipment',
  )
  expect(writeChoices(new URLSearchParams(''), { tab: 'util' })).toBe('')
})
