import { expect, it } from 'vitest'
import { choicesOf, writeChoices } from './choices.ts'

const usual = { tab: 'util', children: 'bars', bars: 'util', groups: 'util', expanded: '0' }

it('an address sets what a unit shows; missing or invalid choices are the default or the last one', () => {
  expect(choicesOf(new URLSearchParams(''), {})).toEqual(usual)
  expect(choicesOf(new URLSearchParams('tab=equipment&bars=money'), {})).toEqual({ ...usual, tab: 'equipment' })
  expect(choicesOf(new URLSearchParams('children=bars'), { children: 'circles', expanded: '1' })).toEqual({
    ...usual,
    expanded: '1',
  })
})

it('choices are written beside other parameters, and defaults are left out', () => {
  const search = new URLSearchParams('hidesidebar&tz=America/Chicago&children=circles')
  expect(writeChoices(search, { tab: 'equipment', children: 'bars' })).toBe(
    '?hidesidebar&tz=America/Chicago&tab=equipment',
  )
  expect(writeChoices(new URLSearchParams(''), { tab: 'util' })).toBe('')
})

it('a display, which shows its machines unless its address has another tab, can show each tab', () => {
  const ofDisplay = { tab: 'equipment' }
  const utilization = writeChoices(new URLSearchParams(''), { tab: 'util' }, ofDisplay)
  expect(choicesOf(new URLSearchParams(utilization), ofDisplay).tab).toBe('util')
  expect(writeChoices(new URLSearchParams(utilization), { tab: 'equipment' }, ofDisplay)).toBe('')
})
