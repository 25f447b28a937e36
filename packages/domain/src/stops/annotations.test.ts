import { describe, expect, test } from 'vitest'
import { type Annotation, placeAnnotations } from './annotations.ts'
import { placingAgrees } from './placing.testing.ts'

const nameOf = (id: number) => `reason ${id}`
const nothing = { reasonId: null, notes: null, ignored: false }
const written = (id: number, from: number, to: number, fields: Partial<Annotation> = {}): Annotation => ({
  id,
  from,
  to,
  ...nothing,
  ...fields,
})
const stop = (startedAt: number, endedAt: number | null) => ({ startedAt, endedAt })

describe('what was written', () => {
  test('goes to the stop that overlaps it most, of equals to the earlier', () => {
    const placed = placeAnnotations(
      [written(1, 0, 100, { notes: 'a' }), written(2, 190, 230, { notes: 'b' })],
      [stop(0, 30), stop(50, 100), stop(190, 200), stop(210, 220)],
      nameOf,
    )
    expect([...placed.onStops].map(([at, { notes }]) => [at, notes])).toEqual([
      [50, 'a'],
      [190, 'b'],
    ])
  })

  test('stays on its span where no stop is left, also where one only touches it', () => {
    const placed = placeAnnotations([written(1, 10, 20)], [stop(0, 10), stop(20, null)], nameOf)
    expect([placed.onStops.size, placed.unplaced.map(({ id }) => id)]).toEqual([0, [1]])
  })

  test('of two on one stop: the reason of the longer, the other in the notes, ignored only if both were', () => {
    const short = written(1, 0, 10, { reasonId: 1, notes: 'belt', ignored: true })
    const long = written(2, 20, 60, { reasonId: 2, notes: 'oil' })
    const placed = placeAnnotations([short, long], [stop(0, 60)], nameOf)
    expect(placed.onStops.get(0)).toEqual({
      annotationIds: [2, 1],
      reasonId: 2,
      notes: 'oil\nreason 1\nbelt',
      ignored: false,
    })
    const both = placeAnnotations([short, { ...long, ignored: true }], [stop(0, 60)], nameOf)
    expect(both.onStops.get(0)?.ignored).toBe(true)
  })

  test('of equally long spans the earlier has the word', () => {
    const placed = placeAnnotations(
      [written(1, 20, 30, { reasonId: 1 }), written(2, 0, 10, { reasonId: 2 })],
      [stop(0, 60)],
      nameOf,
    )
    expect(placed.onStops.get(0)).toMatchObject({ reasonId: 2, notes: 'reason 1' })
  })

  test('is placed as one would by hand', () => placingAgrees(100))
})
