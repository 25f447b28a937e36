import { describe, expect, it } from 'vitest'
import { leftOutWords } from './left-out-words.ts'
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
