import { describe, expect, it } from 'vitest'
import { alsoCountedWords, leftOutWords, withoutDataWords } from './left-out-words.ts'
import type { Figures } from './types.ts'

const none = { machines: 0, seconds: 0 }
const explained = (parts: Partial<Figures['explained']>) =>
  ({ archived: none, excluded: none, elsewhere: none, ...parts }) as Figures['explained']

describe('the words for time that is left out', () => {
  it('name machines and hours, and nothing where nothing was left out', () => {
    const excluded = { machines: 1, seconds: 4 * 3600 }
    const elsewhere = { machines: 2, seconds: 2 * 3600 }
    expect(leftOutWords(explained({ excluded, elsewhere }), 0)).toEqual([
      '1 machine excluded, 4.00 h',
      '2 machines elsewhere, 2.00 h',
    ])
    expect(leftOutWords(explained({}), 0)).toEqual([])
  })

  it('say with a shift chosen that the hours are of that shift; an archived machine has none', () => {
    const excluded = { machines: 1, seconds: 4 * 3600 }
    const archived = { machines: 1, seconds: 0 }
    expect(leftOutWords(explained({ excluded, archived }), 2)).toEqual([
      '1 machine archived',
      '1 machine excluded, 4.00 h in the second shift',
    ])
  })
})

it('names machines that count in a sum and are not on the page, two of them', () => {
  const named = (...names: string[]) => alsoCountedWords(names.map((name) => ({ name })))
  expect(named()).toEqual([])
  expect(named('Press 05')).toEqual(['with Press 05, archived or moved away'])
  expect(named('Press 05', 'Saw 06', 'Mill 13', 'Mill 14')).toEqual([
    'with Press 05, Saw 06 and 2 more, archived or moved away',
  ])
})

it('says how much of the scheduled time is without data, from a hundredth of an hour on', () => {
  expect(withoutDataWords(explained({ offline_scheduled_s: 6.5 * 3600 }))).toEqual([
    '6.50 h of scheduled time without data',
  ])
  expect(withoutDataWords(explained({ offline_scheduled_s: 17 }))).toEqual([])
})
