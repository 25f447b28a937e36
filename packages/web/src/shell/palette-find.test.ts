import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findEntries, rankOf } from './palette-find.ts'

const entry = (words: string, about = '') => ({ words, about })
const names = (found: readonly { words: string }[]) => found.map((candidate) => candidate.words)

describe('the matches of a search', () => {
  const all = [
    entry('Compressor', 'Machine in Press hall'),
    entry('Wine press', 'Machine in Cellar'),
    entry('Express line', 'Unit'),
    entry('Press 12', 'Machine in Stamping'),
    entry('press', 'Machine in Stamping'),
  ]

  it('begin with equal names, then names with that beginning, then names with such a word, then the rest', () => {
    expect(names(findEntries(all, 'Press'))).toEqual(['press', 'Press 12', 'Wine press', 'Compressor', 'Express line'])
  })

  it('contain every typed word, in the name or the place', () => {
    expect(names(findEntries(all, 'stamp PRESS'))).toEqual(['Press 12', 'press'])
    expect(findEntries(all, 'press nowhere')).toEqual([])
  })

  it('are all entries in their own order while nothing is typed', () => {
    expect(findEntries(all, ' ')).toEqual(all)
  })

  it('are found by any part of their name', () => {
    const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(name, fc.nat(), fc.nat(), (words, from, length) => {
        const lower = words.toLowerCase()
        const part = lower.slice(from % lower.length, (from % lower.length) + 1 + (length % lower.length))
        expect(rankOf(entry(words), part)).toBeDefined()
      }),
      { numRuns: 200 },
    )
  })

  it('is at most fifty', () => {
    expect(
      findEntries(
        Array.from({ length: 1000 }, (_, n) => entry(`Press ${n}`)),
        'press',
      ),
    ).toHaveLength(50)
  })
})
