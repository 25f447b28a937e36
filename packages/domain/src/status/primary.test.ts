import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareEvents } from '../telemetry/index.ts'
import { isPrimaryAt, primariesFromEver, primaryChanges, primaryEvent } from './index.ts'

test('the first primary device of a machine changes nothing', () => {
  expect(primaryChanges([{ deviceId: 1, from: 100, to: null }])).toEqual([])
  expect(primaryChanges([])).toEqual([])
})

test('a device that follows at once starts anew where the first ends', () => {
  const tenures = [
    { deviceId: 1, from: 100, to: 200 },
    { deviceId: 2, from: 200, to: null },
  ]
  expect(primaryChanges(tenures)).toEqual([primaryEvent(200, true)])
})

test('between two that do not meet, and after the last, nobody speaks for the machine', () => {
  const tenures = [
    { deviceId: 1, from: 100, to: 200 },
    { deviceId: 1, from: 300, to: 400 },
  ]
  expect(primaryChanges(tenures)).toEqual([primaryEvent(200, false), primaryEvent(300, true), primaryEvent(400, false)])
})

test('the same device assigned again at once goes on', () => {
  const tenures = [
    { deviceId: 1, from: 100, to: 200 },
    { deviceId: 1, from: 200, to: null },
  ]
  expect(primaryChanges(tenures)).toEqual([])
})

test('a change comes before all that is sent at its instant, and one that comes after one that goes', () => {
  const sent = { at: 200, batchId: '0', position: 0 }
  const coming = primaryEvent(200, true)
  const going = primaryEvent(200, false)
  expect([sent, coming, going].sort(compareEvents)).toEqual([going, coming, sent])
})

const tenures = fc
  .array(
    fc.record({ deviceId: fc.integer({ min: 1, max: 3 }), lengthMs: fc.integer({ min: 1, max: 9 }), gapMs: fc.nat(2) }),
    {
      maxLength: 5,
    },
  )
  .map((parts) => {
    let at = 100
    return parts.map(({ deviceId, lengthMs, gapMs }) => {
      const from = at + gapMs
      at = from + lengthMs
      return { deviceId, from, to: at }
    })
  })

describe('the primaries of a machine from ever', () => {
  test('are its tenures, and before them its first primary alone', () => {
    fc.assert(
      fc.property(
        tenures,
        fc.option(fc.integer({ min: 1, max: 3 })),
        fc.integer({ min: 90, max: 160 }),
        (all, first, at) => {
          const primaries = primariesFromEver(first, all)
          const assigned = all.find((tenure) => tenure.from <= at && at < tenure.to)
          const isBefore = all[0] !== undefined && at < all[0].from
          const expected = isBefore ? (first ?? all[0]?.deviceId) : assigned?.deviceId
          for (const deviceId of [1, 2, 3]) expect(isPrimaryAt(primaries, deviceId, at)).toBe(deviceId === expected)
        },
      ),
    )
  })

  test('never overlap and ascend', () => {
    fc.assert(
      fc.property(tenures, fc.option(fc.integer({ min: 1, max: 3 })), (all, first) => {
        const primaries = primariesFromEver(first, all)
        for (const [i, tenure] of primaries.entries()) {
          const next = primaries[i + 1]
          if (next !== undefined) expect(tenure.to !== null && tenure.to <= next.from).toBe(true)
        }
      }),
    )
  })

  test('change where another takes over from a first primary whose own assignment begins later', () => {
    const taken = primariesFromEver(1, [{ deviceId: 2, from: 100, to: null }])
    expect(primaryChanges(taken)).toEqual([primaryEvent(100, true)])
    expect(primaryChanges(primariesFromEver(2, [{ deviceId: 2, from: 100, to: null }]))).toEqual([])
  })
})
