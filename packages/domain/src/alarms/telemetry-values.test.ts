import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beyondLimit, commonBand, isWithin, quietBand, valueInForce } from './telemetry-values.ts'

const argsOf = (direction: 'above' | 'below', value: number) => ({
  ...{ what: 'temperature', direction, value, minutes: 0 },
})
const directions = fc.constantFrom('above' as const, 'below' as const)
const limits = fc.oneof(
  fc.constantFrom(0, -0.001, 60, 61.2),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
)

describe('Values that leave a telemetry alarm as it is', () => {
  test.each([
    ['above', 50, { from: null, to: 60 }],
    ['above', 60, { from: null, to: 60 }],
    ['above', 61, { from: 60.00000000000001, to: null }],
    ['below', 61, { from: 60, to: null }],
    ['below', 59, { from: null, to: 59.99999999999999 }],
    ['above', null, { from: null, to: 60 }],
  ] as const)('%s 60 while %s is in force', (direction, value, band) => {
    expect(quietBand(argsOf(direction, 60), value)).toEqual(band)
  })

  test('are those on the same side of the limit, to the last bit', () => {
    const near = (limit: number) =>
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(limit, -limit, limit + 1e-9, 0))
    const arrange = limits.chain((limit) => fc.tuple(fc.constant(limit), directions, near(limit), near(limit)))
    fc.assert(
      fc.property(arrange, ([limit, direction, value, next]) => {
        const args = argsOf(direction, limit)
        const isBeyond = beyondLimit(args)
        expect(isWithin(quietBand(args, value), next, next)).toBe(isBeyond(value) === isBeyond(next))
      }),
    )
  })

  test('of several alarms are those that leave each of them as it is', () => {
    const alarms = fc.array(fc.tuple(directions, limits, fc.integer({ min: -100, max: 100 })), { maxLength: 4 })
    const numbers = fc.integer({ min: -100, max: 100 })
    fc.assert(
      fc.property(alarms, numbers, numbers, (several, a, b) => {
        const bands = several.map(([direction, limit, value]) => quietBand(argsOf(direction, limit), value))
        const [least, most] = [Math.min(a, b), Math.max(a, b)]
        const all = bands.reduce(commonBand, { from: null, to: null })
        expect(isWithin(all, least, most)).toBe(bands.every((band) => isWithin(band, least, most)))
      }),
    )
  })
})

describe('The value in force', () => {
  const args = argsOf('above', 60)
  const values = [50, 70, 65, 61, 55, 80].map((value, i) => ({ at: i * 10, value }))

  test('says since when values have been beyond the limit', () => {
    expect(valueInForce(args, values, -1)).toBeNull()
    expect(valueInForce(args, values, 9)).toEqual({ at: 0, value: 50 })
    expect(valueInForce(args, values, 30)).toEqual({ at: 30, value: 61, beyondSince: 10 })
    expect(valueInForce(args, values, 99)).toEqual({ at: 50, value: 80, beyondSince: 50 })
  })

  test('goes on with what is known of the first, and takes the last of one instant', () => {
    const [first, ...rest] = [
      { at: 10, value: 70, beyondSince: 3 },
      { at: 20, value: 50 },
      { at: 20, value: 62 },
    ]
    expect(valueInForce(args, [first, ...rest], 20)).toEqual({ at: 20, value: 62, beyondSince: 3 })
  })
})
