import { OUTLIER, STARTUP } from '@millwatch/domain/ingest'
import { expect, it } from 'vitest'
import { markAt, marksByPixel } from './marks.ts'

const window = { from: 0, to: 7000 }
const mark = (at: number, value: number, kind: number = OUTLIER, count = 1) => ({ at, value, mark: kind, count })

it('marks that would lie on one another are one, at the greatest, and say for how many', () => {
  // At 700 px, marks nearer than 7 px (70 ms) are merged.
  expect(marksByPixel([mark(0, 5), mark(60, 9), mark(65, 7), mark(70, 4)], window, 700)).toEqual([
    mark(60, 9, OUTLIER, 3),
    mark(70, 4),
  ])
})

it('a startup cycle never hides an outlier', () => {
  expect(marksByPixel([mark(0, 5), mark(0, 99, STARTUP, 2)], window, 700)).toEqual([
    mark(0, 5),
    mark(0, 99, STARTUP, 2),
  ])
})

it('what lies outside the window is not marked', () => {
  expect(marksByPixel([mark(-1, 5), mark(7000, 5)], window, 700)).toEqual([])
})

it('a mark is found where it was set', () => {
  expect(markAt([mark(10, 5), mark(20, 6)], 15, 20)).toEqual(mark(20, 6))
  expect(markAt([mark(10, 5)], 11, 20)).toBeUndefined()
})
