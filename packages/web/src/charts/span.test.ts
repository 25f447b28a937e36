import { describe, expect, it } from 'vitest'
import { noData, spanAt, touches } from './span.ts'

const window = { from: 0, to: 100 }
const spans = [
  { status: 1, from: 10, to: 40 },
  { status: 3, from: 40, to: 60 },
  { status: 2, from: 60, to: null },
]

describe('a timeline', () => {
  it('finds the span at an instant, its start included and its end not', () => {
    expect(spanAt(spans, 40)?.status).toBe(3)
    expect(spanAt(spans, 99)?.status).toBe(2)
    expect(spanAt(spans, 5)).toBeUndefined()
  })

  it('overlaps the window when a part is inside, not when it ends or begins at its edge', () => {
    const touching = [...spans, { status: 1, from: -20, to: 0 }, { status: 1, from: 100, to: 120 }].filter((span) =>
      touches(span, { from: 0, to: 50 }),
    )
    expect(touching).toEqual(spans.slice(0, 2))
    expect(touches({ status: 2, from: 60, to: null }, window)).toBe(true)
    expect(touches({ status: 2, from: 100, to: null }, window)).toBe(false)
  })

  it('has no data before its first piece and while offline', () => {
    expect(noData(spans, window)).toEqual([
      { from: 0, to: 10 },
      { from: 40, to: 60 },
    ])
    expect(noData([], window)).toEqual([window])
  })
})
