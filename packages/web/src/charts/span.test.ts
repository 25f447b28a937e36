import { describe, expect, it } from 'vitest'
import { noData, spanAt } from './span.ts'

const window = { from: 0, to: 100 }
const spans = [
  { status: 1, from: 10, to: 40 },
  { status: 3, from: 40, to: 60 },
  { status: 2, from: 60, to: null },
]

describe('a timeline', () => {
  it('knows what holds at an instant, its start included and its end not', () => {
    expect(spanAt(spans, 40)?.status).toBe(3)
    expect(spanAt(spans, 99)?.status).toBe(2)
    expect(spanAt(spans, 5)).toBeUndefined()
  })

  it('has no data before its first piece and while offline', () => {
    expect(noData(spans, window)).toEqual([
      { from: 0, to: 10 },
      { from: 40, to: 60 },
    ])
    expect(noData([], window)).toEqual([window])
  })
})
