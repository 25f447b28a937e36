import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../time/index.ts'
import {
  absolute,
  canPanRight,
  choose,
  DEFAULT_SCOPE,
  pan,
  periodOf,
  type RelativePeriod,
  relative,
  resetZoom,
  type Scope,
  snap,
  zoomIn,
  zoomOut,
  zoomTo,
} from './index.ts'
import { at, looking, offeredPeriods, onAbsolute, onRelative, zones } from './scope.testing.ts'

const reading = { now: at('2026-11-21T16:42:17Z'), zone: 'America/Chicago' }
const on = (period: RelativePeriod): Scope => choose(DEFAULT_SCOPE, relative(period))
const between = (from: string, to: string): Scope => choose(DEFAULT_SCOPE, absolute(at(from), at(to)))
const shown = (scope: Scope) => {
  const { from, to } = periodOf(scope, reading)
  return [new Date(from).toISOString().slice(0, 16), new Date(to).toISOString().slice(0, 16)]
}
const spanOf = (scope: Scope, by = reading) => periodOf(scope, by).to - periodOf(scope, by).from

describe('zooming a period given by length', () => {
  test.each<[RelativePeriod, RelativePeriod]>([
    ['1h', '2h'],
    ['12h', '1d'],
    ['84h', '1w'],
    ['2w', '1m'],
    ['6w', '3m'],
    ['3m', '6m'],
    ['5d', '10d'],
  ])('out doubles, in halves: %s and %s', (short, long) => {
    expect(zoomOut(on(short), reading).period).toBe(long)
    expect(zoomIn(on(long), reading).period).toBe(short)
  })

  test.each<[RelativePeriod, RelativePeriod]>([
    ['1m', '2w'],
    ['1w', '84h'],
    ['1d', '12h'],
    ['3h', '1.5h'],
    ['5d', '60h'],
  ])('in goes on in the next smaller unit: %s, then %s', (long, short) => {
    expect(zoomIn(on(long), reading).period).toBe(short)
  })

  test('ends at a quarter of an hour and at 60 months', () => {
    let scope = on('1h')
    for (let i = 0; i < 5; i++) scope = zoomIn(scope, reading)
    expect(scope.period).toBe('0.25h')
    scope = on('15m')
    for (let i = 0; i < 5; i++) scope = zoomOut(scope, reading)
    expect(scope.period).toBe('60m')
  })
})

test('Between two instants a quarter of the wider span is added or removed at each end', () => {
  const scope = between('2026-11-10T08:00Z', '2026-11-10T16:00Z')
  const near = zoomIn(scope, reading)
  expect(shown(near)).toEqual(['2026-11-10T10:00', '2026-11-10T14:00'])
  expect(shown(zoomOut(scope, reading))).toEqual(['2026-11-10T04:00', '2026-11-10T20:00'])
  expect(near.zoomedFrom).toEqual(absolute(at('2026-11-10T08:00Z'), at('2026-11-10T16:00Z')))
})

test('A period that has a name is zoomed between instants, and is itself again on the way back', () => {
  const near = zoomIn(on('this-week'), reading)
  expect(near.type).toBe('absolute')
  expect(Math.abs(spanOf(near) - spanOf(on('this-week')) / 2)).toBeLessThan(120_000)
  expect(zoomOut(near, reading)).toEqual(on('this-week'))
})

describe('moving', () => {
  test('goes by half the period, and back to the period that runs on', () => {
    const earlier = pan(on('1d'), -1, reading)
    expect(earlier).toMatchObject({
      type: 'absolute',
      absEndDate: at('2026-11-21T04:42Z'),
      zoomedFrom: { period: '1d' },
    })
    expect(pan(earlier, 1, reading)).toEqual(on('1d'))
    expect(pan(earlier, 1, { ...reading, now: reading.now + 10 * 60_000 })).toEqual(on('1d'))
  })

  test('is by whole minutes, never by more than half the period', () => {
    const odd = between('2026-11-10T08:00Z', '2026-11-10T09:15Z')
    expect(shown(pan(odd, -1, reading))).toEqual(['2026-11-10T07:23', '2026-11-10T08:38'])
  })

  test('to the right is only for periods between instants that ended at least 15 minutes ago', () => {
    expect(canPanRight(on('yesterday'), reading.now)).toBe(false)
    const until = (to: number) => choose(DEFAULT_SCOPE, absolute(to - HOUR_MS, to))
    expect(canPanRight(until(reading.now - 15 * 60_000), reading.now)).toBe(true)
    expect(canPanRight(until(reading.now - 15 * 60_000 + 1), reading.now)).toBe(false)
    expect(pan(until(reading.now), 1, reading)).toEqual(until(reading.now))
  })
})

describe('a range drawn on a chart', () => {
  test.each([
    ['2026-11-10T08:07Z', '2026-11-10T09:20Z', '2026-11-10T08:00', '2026-11-10T09:30'],
    ['2026-11-10T08:07Z', '2026-11-10T08:09Z', '2026-11-10T08:00', '2026-11-10T08:15'],
    ['2026-11-10T08:07Z', '2026-11-11T20:20Z', '2026-11-10T08:00', '2026-11-11T21:00'],
    ['2026-11-10T08:07Z', '2026-11-14T20:20Z', '2026-11-10T06:00', '2026-11-15T06:00'],
    ['2026-11-21T16:05Z', '2026-11-21T17:00Z', '2026-11-21T16:00', '2026-11-21T16:42'],
  ])('from %s to %s snaps to quarters, hours or days', (from, to, snappedFrom, snappedTo) => {
    expect(shown(zoomTo(on('1w'), { from: at(from), to: at(to) }, reading))).toEqual([snappedFrom, snappedTo])
  })

  test('is gone again on reset, and with another period, whatever was zoomed and moved in between', () => {
    const zoomed = zoomTo(on('today'), { from: at('2026-11-21T10:00Z'), to: at('2026-11-21T12:00Z') }, reading)
    const further = pan(zoomIn(zoomed, reading), -1, reading)
    expect(resetZoom(further)).toEqual(on('today'))
    expect(choose(further, relative('1m'))).toEqual(on('1m'))
    expect(resetZoom(on('1m'))).toEqual(on('1m'))
  })

  test('snaps to whole days of the calendar in use, 25 hours long where they are', () => {
    const range = { from: at('2026-10-30T12:00Z'), to: at('2026-11-01T20:00Z') }
    const newYork = { now: reading.now, zone: 'America/New_York' }
    const { from, to } = snap(range, { timezone: null, dayStartMin: 360 }, newYork)
    expect([new Date(from).toISOString(), new Date(to).toISOString()]).toEqual([
      '2026-10-30T10:00:00.000Z',
      '2026-11-02T11:00:00.000Z',
    ])
  })
})

const ways = [
  (scope: Scope, by: typeof reading) => zoomIn(scope, by),
  (scope: Scope, by: typeof reading) => zoomOut(scope, by),
  (scope: Scope, by: typeof reading) => pan(scope, -1, by),
  (scope: Scope, by: typeof reading) => pan(scope, 1, by),
]

describe('whatever is looked at', () => {
  test('zooming in and out again leads back', () => {
    fc.assert(
      fc.property(looking, ({ scope, reading: by }) => {
        const near = zoomIn(scope, by)
        fc.pre(near !== scope)
        expect(zoomOut(near, by)).toEqual(scope)
      }),
    )
  })

  test('zooming out and in again leads back, where there was room before now', () => {
    fc.assert(
      fc.property(looking, ({ scope, reading: by }) => {
        const wide = zoomOut(scope, by)
        const { from, to } = periodOf(scope, by)
        fc.pre(
          wide !== scope && (wide.type === 'relative' || periodOf(wide, by).to - to === from - periodOf(wide, by).from),
        )
        expect(zoomIn(wide, by)).toEqual(scope)
      }),
    )
  })

  test('moving to the left and to the right again leads back', () => {
    fc.assert(
      fc.property(looking, ({ scope, reading: by }) => {
        const left = pan(scope, -1, by)
        fc.pre(left !== scope && canPanRight(left, by.now))
        expect(pan(left, 1, by)).toEqual(scope)
      }),
    )
  })

  test('moving to the right and to the left again leads back, where there was room before now', () => {
    fc.assert(
      fc.property(onAbsolute, ({ scope, reading: by }) => {
        const right = pan(scope, 1, by)
        fc.pre(
          right !== scope && periodOf(right, by).from - periodOf(scope, by).from === Math.floor(spanOf(scope, by) / 2),
        )
        expect(pan(right, -1, by)).toEqual(scope)
      }),
    )
  })

  test('ten steps in any direction never lead past now, nor to nothing, and the reset leads back', () => {
    fc.assert(
      fc.property(looking, fc.array(fc.nat(3), { maxLength: 10 }), ({ scope, reading: by }, steps) => {
        let shownNow = scope
        for (const step of steps) {
          shownNow = (ways[step] as (typeof ways)[0])(shownNow, by)
          const { from, to } = periodOf(shownNow, by)
          expect(from).toBeLessThan(to)
          expect(to).toBeLessThanOrEqual(by.now)
          expect(shownNow.absEndDate ?? 0).toBeLessThanOrEqual(by.now)
        }
        expect(resetZoom(shownNow)).toEqual(scope)
      }),
    )
  })

  test('snapping twice is snapping once, holds what was drawn, and never leads past now', () => {
    fc.assert(
      fc.property(
        looking,
        zones,
        fc.nat(4_000),
        fc.integer({ min: 1, max: 80_000 }),
        ({ scope, reading: by }, zone, ago, minutes) => {
          const to = by.now - ago * 60_000
          const drawn = { from: to - minutes * 60_000, to }
          const here = { ...by, zone }
          const once = snap(drawn, scope, here)
          expect(snap(once, scope, here)).toEqual(once)
          expect(once.from).toBeLessThanOrEqual(drawn.from)
          expect(once.to).toBeLessThanOrEqual(by.now)
          expect(once.to).toBeGreaterThan(Math.min(drawn.to, by.now) - 60_000)
        },
      ),
    )
  })

  test('a way leads to a period it can be read in again', () => {
    fc.assert(
      fc.property(onRelative, fc.nat(3), ({ scope, reading: by }, step) => {
        const next = (ways[step] as (typeof ways)[0])(scope, by)
        expect(offeredPeriods.includes(next.period) || /^\d+(\.\d+)?[hdwm]$/.test(next.period)).toBe(true)
      }),
    )
  })
})
