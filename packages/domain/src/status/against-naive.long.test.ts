import { describe, expect, it } from 'vitest'
import { runsAsItCame, runsToldOnce } from './against-naive.testing.ts'

describe('The status of 30,000 sets of events is what the rules say', () => {
  it('told once, in order', () => {
    runsToldOnce(30_000)
  })

  it('told as it came: in any order, in pieces, twice, with timers in between', () => {
    expect(runsAsItCame(30_000), 'retellings that met the old one before its end').toBeGreaterThan(1000)
  })
})
