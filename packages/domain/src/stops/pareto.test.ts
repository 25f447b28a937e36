import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../time/index.ts'
import { NO_GROUP, type ParetoMeasure, type ParetoStop, type ParetoSubject, paretoKeys, paretoOf } from './pareto.ts'

const names = ['Jam', 'Setup', 'jam', 'none', 'Öl', 'فشار', '']

const stops = fc.array(
  fc.record({
    machine: fc.nat(4).map((id) => ({ id, name: `Machine ${id}` })),
    reason: fc.option(
      fc.nat(6).map((id) => ({ id, name: names[id] ?? '', group: id % 3 === 0 ? null : `Group ${id % 3}` })),
      { freq: 3 },
    ),
    tags: fc.uniqueArray(fc.nat(4)).map((ids) => ids.map((id) => ({ id, name: `Tag ${id}` }))),
    scheduledMs: fc.nat(10 * HOUR_MS),
    isIgnored: fc.boolean(),
  }),
  { maxLength: 40 },
)
const subject = fc.constantFrom<ParetoSubject>('reason', 'group', 'machine', 'tag')
const measure = fc.constantFrom<ParetoMeasure>('hours', 'stops')

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0)

const stop = (reason: string | null, hours: number, more: Partial<ParetoStop> = {}): ParetoStop => ({
  machine: { id: 1, name: 'Press' },
  reason: reason === null ? null : { id: reason.length, name: reason, group: null },
  tags: [],
  scheduledMs: hours * HOUR_MS,
  isIgnored: false,
  ...more,
})

describe('the Pareto of stops', () => {
  test('has the greatest bar first, stops without a reason at their place, and says where 80 % is reached', () => {
    const { bars, scheduledMs, vital } = paretoOf(
      [
        stop('Jam', 5),
        stop(null, 2),
        stop('Setup', 1),
        stop(null, 1),
        stop('Jam', 1),
        stop('Jam', 9, { isIgnored: true }),
      ],
      'reason',
      'hours',
    )
    expect(bars.map(({ name, stops, scheduledMs: ms }) => [name, ms / HOUR_MS, stops])).toEqual([
      ['Jam', 6, 2],
      [null, 3, 2],
      ['Setup', 1, 1],
    ])
    expect(bars.map(({ runningShare }) => runningShare)).toEqual([0.6, 0.9, 1])
    expect([scheduledMs / HOUR_MS, vital]).toEqual([10, 2])
  })

  test('orders equal bars by name, and by occurrences when these are chosen', () => {
    const many = [stop('Zinc', 1), stop('Alloy', 1), stop('Bearing', 0.5), stop('Bearing', 0.25)]
    const namesOf = (by: ParetoMeasure) => paretoOf(many, 'reason', by).bars.map(({ name }) => name)
    expect(namesOf('hours')).toEqual(['Alloy', 'Zinc', 'Bearing'])
    expect(namesOf('stops')).toEqual(['Bearing', 'Alloy', 'Zinc'])
  })

  test('has no bars and no sum without stops', () => {
    expect(paretoOf([], 'reason', 'hours')).toEqual({ bars: [], scheduledMs: 0, stops: 0, vital: 0 })
  })

  test('by reason, group and machine the bars sum to all stops that are not ignored', () => {
    fc.assert(
      fc.property(stops, subject, measure, (all, by, size) => {
        const pareto = paretoOf(all, by, size)
        const counted = all.filter(({ isIgnored }) => !isIgnored)
        expect(pareto.scheduledMs).toBe(sum(counted.map(({ scheduledMs }) => scheduledMs)))
        expect(pareto.stops).toBe(counted.length)
        if (by === 'tag') return
        expect(sum(pareto.bars.map(({ scheduledMs }) => scheduledMs))).toBe(pareto.scheduledMs)
        expect(sum(pareto.bars.map(({ stops: number }) => number))).toBe(pareto.stops)
      }),
    )
  })

  test('each bar sums the stops whose keys name it, by tag too', () => {
    fc.assert(
      fc.property(stops, subject, measure, (all, by, size) => {
        for (const { key, name, scheduledMs, stops: number } of paretoOf(all, by, size).bars) {
          const inside = all.filter((each) => !each.isIgnored && paretoKeys(each, by).includes(key))
          expect(scheduledMs).toBe(sum(inside.map((each) => each.scheduledMs)))
          expect(number).toBe(inside.length)
          expect(name === null).toBe(key === NO_GROUP)
        }
      }),
    )
  })

  test('the running share rises to 100 %, by the measure and then by name; 80 % is reached by no fewer bars', () => {
    fc.assert(
      fc.property(stops, subject, measure, (all, by, size) => {
        const { bars, vital } = paretoOf(all, by, size)
        const sizes = bars.map((bar) => (size === 'hours' ? bar.scheduledMs : bar.stops))
        const whole = sum(sizes)
        bars.forEach((bar, place) => {
          expect(bar.runningShare).toBeGreaterThanOrEqual(bars[place - 1]?.runningShare ?? 0)
          expect(sizes[place]).toBeLessThanOrEqual(sizes[place - 1] ?? Number.POSITIVE_INFINITY)
          if (place === 0 || sizes[place] !== sizes[place - 1] || bar.name === null) return
          const before = bars[place - 1]?.name?.toLowerCase()
          expect(before !== undefined && before <= bar.name.toLowerCase()).toBe(true)
        })
        if (bars.length === 0) return
        expect(bars.at(-1)?.runningShare).toBe(1)
        if (whole === 0) return
        expect(sum(sizes.slice(0, vital)) * 100).toBeGreaterThanOrEqual(whole * 80)
        expect(sum(sizes.slice(0, vital - 1)) * 100).toBeLessThan(whole * 80)
      }),
    )
  })

  test('does not depend on the order of the stops', () => {
    fc.assert(
      fc.property(stops, subject, measure, (all, by, size) => {
        expect(paretoOf(all.toReversed(), by, size)).toEqual(paretoOf(all, by, size))
      }),
    )
  })
})
