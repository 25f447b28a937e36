import { describe, expect, it } from 'vitest'
import { onPaper, tokens } from './tokens.testing.ts'

/** Tokens of black text and grey lines on white paper. */
const INK = ['page', 'line', 'text', 'text-2', 'text-3', 'link']

describe('paper', () => {
  const { light } = tokens()

  it('has the light theme where it is not plain ink on white', () => {
    for (const [name, value] of onPaper())
      if (!INK.includes(name) && !name.endsWith('-tint')) expect([name, value]).toEqual([name, light.get(name)])
  })

  it('is white, whatever lies on it', () => {
    const white = [...onPaper()].filter(
      ([name]) => name.endsWith('-tint') || ['page', 'panel', 'raised'].includes(name),
    )
    expect(white.length).toBe(7)
    expect(new Set(white.map(([, value]) => value))).toEqual(new Set(['#fff']))
  })

  it('sets every colour that the light theme changes and a status or a letter has', () => {
    const { dark } = tokens()
    const changed = [...light].filter(([name, value]) => dark.get(name) !== value).map(([name]) => name)
    const drawn = ['cycle-time', 'temperature', 'analog', 'shade', 'float-shadow']
    expect([...onPaper().keys()].toSorted()).toEqual(changed.filter((name) => !drawn.includes(name)).toSorted())
  })
})
