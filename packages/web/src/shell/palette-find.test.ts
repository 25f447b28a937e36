import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findEntries, rankOf } from './palette-find.ts'

const entry = (words: string, about = '') => ({ words, about })
const names = (found: readonly { words: string }[]) => found.map((one) => one.words)

describe('what is found', () => {
  const all = [
    entry('Compressor', 'Machine in Press hall'),
    entry('Wine press', 'Machine in Cellar'),
    entry('Express line', 'Unit'),
    entry('Press 12', 'Machine in Stamping'),
    entry('press', 'Machine in Stamping'),
  ]

  it('begins with what is called so, then what begins so, then what has such a word, then what only stands there', () => {
    expect(names(findEntries(all, 'Press'))).toEqual(['press', 'Press 12', 'Wine press', 'Compressor', 'Express line'])
  })

  it('bears every word that was typed, in its name or in where it stands', () => {
    expect(names(findEntries(all, 'stamp PRESS'))).toEqual(['Press 12', 'press'])
    expect(findEntries(all, 'press nowhere')).toEqual([])
  })

  it('is all of it, in its own order, while nothing is typed', () => {
    expect(findEntries(all, ' ')).toEqual(all)
  })

  it('is found by any part of its own name, whatever it is called', () => {
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
