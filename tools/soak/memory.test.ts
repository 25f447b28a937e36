import { MINUTE_MS } from '@millwatch/domain/time'
import { describe, expect, it } from 'vitest'
import { memoryFigures } from './memory.ts'

const life = (pid: number, minutes: number, mbAt: (minute: number) => number, from = 0) =>
  Array.from({ length: minutes }, (_, n) => ({ pid, atMs: (from + n) * MINUTE_MS, mb: mbAt(n) }))

describe('memory over a piece', () => {
  it('has the slope of the last half, in MB an hour', () => {
    const grows = memoryFigures(life(1, 60, (minute) => (minute < 30 ? 10 * minute : 300 + minute / 10)))
    expect(grows).toEqual({ mostMb: 305.9, lastMb: 305.9, slopeMbPerH: 6, overMin: 29 })
    expect(memoryFigures(life(1, 10, () => 250))).toMatchObject({ slopeMbPerH: 0 })
  })

  it('is of the process that lived longest', () => {
    const samples = [
      ...life(1, 5, (minute) => 500 * minute),
      ...life(2, 20, () => 200, 5),
      ...life(3, 4, () => 100, 25),
    ]
    expect(memoryFigures(samples)).toMatchObject({ mostMb: 2000, lastMb: 100, slopeMbPerH: 0 })
  })

  it('is unknown after a few samples', () => {
    expect(memoryFigures(life(1, 3, () => 1))).toBeUndefined()
  })
})
