import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareBatchIds, compareEvents, type EventKey, laterOf } from './index.ts'

const key = (at: number, batchId = 'b', position = 0): EventKey => ({ at, batchId, position })

const anyKey: fc.Arbitrary<EventKey> = fc.record({
  at: fc.integer({ min: 0, max: 2 }),
  batchId: fc.string({ unit: 'grapheme', maxLength: 3 }),
  position: fc.integer({ min: 0, max: 2 }),
})

describe('events are in order of', () => {
  test('their own time, whatever their batch', () => {
    expect(compareEvents(key(1, 'z', 9), key(2, 'a', 0))).toBeLessThan(0)
  })

  test('then their batch, the shorter id first', () => {
    expect(compareEvents(key(1, 'b9', 9), key(1, 'b10', 0))).toBeLessThan(0)
  })

  test('then their place in the batch', () => {
    expect(compareEvents(key(1, 'b', 2), key(1, 'b', 10))).toBeLessThan(0)
    expect(compareEvents(key(1, 'b', 2), key(1, 'b', 2))).toBe(0)
  })
})

describe('batch ids', () => {
  test('of equal length are in order of their bytes, not of an alphabet', () => {
    expect(compareBatchIds('Z', 'a')).toBeLessThan(0)
    expect(compareBatchIds('b-2', 'b_1')).toBeLessThan(0)
  })

  test('are measured in bytes of UTF-8', () => {
    expect(compareBatchIds('zzz', 'éé')).toBeLessThan(0)
    expect(compareBatchIds('zzz', '😀')).toBeLessThan(0)
  })

  test('beyond the first plane are in order of bytes, where UTF-16 is not', () => {
    expect(compareBatchIds('\uffee!', '😀')).toBeLessThan(0)
  })

  test('are ordered exactly as their bytes are', () => {
    const anyText = fc.string({ unit: fc.oneof(fc.string({ maxLength: 1 }), fc.integer({ max: 0xffff }).map(unit)) })
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [left, right] = [Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')]
        const expected = left.length - right.length || Buffer.compare(left, right)
        fc.pre(expected !== 0 || a === b)
        expect(Math.sign(compareBatchIds(a, b))).toBe(Math.sign(expected))
      }),
      { numRuns: 2000 },
    )
  })
})

test('the order is total: any shuffle sorts to the same', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyKey, { selector: (k) => JSON.stringify(k), maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      (keys, by) => {
        const shuffled = keys.map((key) => ({ one: key, by: by.next().value })).sort((a, b) => a.by - b.by)
        expect(shuffled.map(({ one: key }) => key).sort(compareEvents)).toEqual([...keys].sort(compareEvents))
      },
    ),
  )
})

test('the latest reading is the last by order, whichever came last', () => {
  const earlier = key(10, 'late-delivery')
  const later = key(20, 'b')
  expect(laterOf(later, earlier)).toBe(later)
  expect(laterOf(earlier, later)).toBe(later)
})

function unit(code: number): string {
  return String.fromCharCode(Math.max(0, code))
}
