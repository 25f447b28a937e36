import { referencePlacing } from '@millwatch/lab/reference/stops'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Annotation, placeAnnotations, type Stop } from './annotations.ts'

const nameOf = (id: number) => `reason ${id}`

/** Stops and the times between them, in turn; the last stop may be open. */
const stops: fc.Arbitrary<Stop[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 12 })), { maxLength: 7 }),
    fc.boolean(),
  )
  .map(([lengths, isLastOpen]) => {
    let at = 0
    return lengths.map(([gap, length], i) => {
      const startedAt = at + gap
      at = startedAt + length
      return { startedAt, endedAt: isLastOpen && i === lengths.length - 1 ? null : at }
    })
  })

const annotations: fc.Arbitrary<Annotation[]> = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 80 }),
      length: fc.integer({ min: 1, max: 30 }),
      reasonId: fc.option(fc.integer({ min: 1, max: 3 })),
      notes: fc.option(fc.constantFrom('belt', 'oil', 'shift change')),
      ignored: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map(({ length, ...annotation }, id) => ({ ...annotation, id, to: annotation.from + length })))

/**
 * Checks random annotations and stops against the reference model: nothing is lost or duplicated, and order does not matter.
 */
export function placingAgrees(numRuns: number): void {
  const property = fc.property(annotations, stops, (written, unplaced) => {
    const placed = placeAnnotations(written, unplaced, nameOf)
    const expected = referencePlacing(written, unplaced, nameOf)
    const notes = new Map([...placed.onStops].map(([at, { annotationIds: _ids, ...note }]) => [at, note]))
    expect(notes).toEqual(expected.onStops)
    expect(placed.unplaced.map(({ id }) => id).sort()).toEqual([...expected.standing].sort())
    const ids = [...placed.onStops.values()].flatMap((note) => note.annotationIds)
    expect([...ids, ...expected.standing].sort()).toEqual(written.map(({ id }) => id).sort())
    const again = placeAnnotations([...written].reverse(), [...unplaced].reverse(), nameOf)
    expect(again.onStops).toEqual(new Map([...placed.onStops].sort(([a], [b]) => a - b)))
    expect(again.unplaced).toEqual(placed.unplaced)
  })
  fc.assert(property, { numRuns })
}
