import { expect, it } from 'vitest'
import { pointAt } from './band.ts'
import { drawBeyond, drawMarks } from './series-shapes.ts'

const scale = { min: 0, max: 10 }
const place = (at: number, value: number): [number, number] => [at, 100 - value * 10]
const childrenOf = (shape: unknown) => (shape as { children: { type: string; shape: object }[] }).children
const beyond = (...points: [at: number, value: number][]) =>
  childrenOf(
    drawBeyond(
      points.map(([at, value]) => pointAt(at, value)),
      scale,
      '#fff',
      place,
    ),
  )

it('a pointer stands at the edge where a value lies beyond the axis, at most one in 16 px of each edge', () => {
  expect(beyond([5, 0], [20, 10])).toEqual([])
  expect(beyond([0, 11], [15, 12], [31, 13])).toHaveLength(2)
  expect(beyond([0, 11], [16, 12])).toHaveLength(2)
  expect(beyond([0, 11], [1, -1])).toHaveLength(2)
  expect(beyond([8, 11])[0]?.shape).toMatchObject({ points: [[8, 1], expect.anything(), expect.anything()] })
})

it('a marked cycle has a ring, one of a start of the machine a point in it, and one beyond the axis stands at its edge', () => {
  const marks = [
    { at: 5, value: 5, mark: 2, count: 1 },
    { at: 9, value: 50, mark: 1, count: 1 },
  ]
  const shapes = childrenOf(drawMarks(marks, scale, { ring: '#fff', ground: '#000' }, place))
  expect(shapes.map(({ shape }) => shape)).toMatchObject([
    { cx: 5, cy: 50, r: 4 },
    { cx: 9, cy: 5, r: 4 },
    { cx: 9, cy: 5, r: 1.5 },
  ])
})
