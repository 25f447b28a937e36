import { ColumnSums, SpreadSums } from '@millwatch/domain/telemetry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendSeries } from './append.ts'
import type { SeriesData } from './charts-props.ts'
import { lineSetupOf, linesOf } from './lines.ts'

const all = { ignoreStartupCycles: false, ignoreOutlierCycles: false }
const machine = {
  id: 1,
  name: 'Press',
  maximum_allowed_cycle_time: 300,
  Devices: [{ is_primary: true, analog_in_1_config: { unit: 'bar', scale: 2, offset: 1 } }],
} as unknown as Parameters<typeof lineSetupOf>[0]

const period = { from: 1_000_000, to: 1_010_000 }
const width = 10

/** Builds an answer of the server about these cycles. */
function answerOf(cycles: readonly { at: number; value: number }[], points = false): SeriesData {
  const [sums, spread] = [new ColumnSums(period, width), new SpreadSums()]
  for (const { at, value } of cycles) {
    sums.add(at, value)
    spread.add(value)
  }
  const { column, count, min, minAt, max, maxAt, mean } = sums.columns()
  const begins = column.map((index) => Math.ceil(period.from + index * 1000))
  const offsets = (ats: number[]) => ats.map((at, i) => at - (begins[i] ?? 0))
  const drawn = { column, count, min, min_at: offsets(minAt), max, max_at: offsets(maxAt), mean }
  const none = { column: [], count: [], min: [], min_at: [], max: [], max_at: [], mean: [] }
  const summary = spread.spread()
  return {
    ...(points && {
      at: cycles.map(({ at }) => at),
      type: cycles.map(() => 1),
      count: cycles.map(() => 1),
      mark: cycles.map(() => 0),
      cycle_time: cycles.map(({ value }) => value),
      temperature_1: cycles.map(() => null),
      analog_in_1: cycles.map(() => null),
      analog_in_1_transformed: cycles.map(() => null),
    }),
    drawn: {
      ...period,
      width,
      cycle_time: drawn,
      marked: { at: [], cycle_time: [], mark: [], count: [] },
      temperature_1: none,
      analog_in_1: none,
    },
    cycle_time_avg: summary && {
      avg: summary.mean,
      std_dev: summary.stdDev,
      count: summary.count,
      measured: summary.count,
    },
    temp_avg: null,
    analog_avg: null,
  }
}

const cycle = (at: number, value: number, more: object = {}) => ({
  equipment_id: 1,
  count: 1,
  occurred_at: new Date(at).toISOString(),
  cycle_time: value,
  temperature_1: null,
  analog_in_1: null,
  is_startup: false,
  restated: false,
  ...more,
})

describe('live measurements', () => {
  it('give the same columns and averages as reading everything again', () => {
    const points = fc.uniqueArray(
      fc.record({ at: fc.integer({ min: 0, max: 9999 }), value: fc.integer({ min: 1, max: 50 }) }),
      { selector: ({ at }) => at, maxLength: 30 },
    )
    fc.assert(
      fc.property(points, fc.nat(), (given, cut) => {
        const cycles = given.toSorted((a, b) => a.at - b.at).map(({ at, value }) => ({ at: period.from + at, value }))
        const cutAt = cut % (cycles.length + 1)
        const live = { cycle: cycles.slice(cutAt).map(({ at, value }) => cycle(at, value)), tlm: [] }
        const got = appendSeries(answerOf(cycles.slice(0, cutAt)), live, machine, all)
        const whole = answerOf(cycles)
        const { mean, ...exact } = whole.drawn?.cycle_time ?? { mean: [] }
        expect(got.drawn?.cycle_time).toMatchObject(exact)
        for (const [i, value] of mean.entries()) expect(got.drawn?.cycle_time.mean[i]).toBeCloseTo(value, 8)
        expect(got.cycle_time_avg?.count).toBe(whole.cycle_time_avg?.count)
        expect(got.cycle_time_avg?.avg ?? 0).toBeCloseTo(whole.cycle_time_avg?.avg ?? 0, 8)
        expect(got.cycle_time_avg?.std_dev ?? 0).toBeCloseTo(whole.cycle_time_avg?.std_dev ?? 0, 6)
      }),
    )
  })

  const answer = answerOf([{ at: period.from + 500, value: 10 }], true)

  it('are appended after the points, and after the end of the period', () => {
    const at = period.to + 2500
    const got = appendSeries(answer, { cycle: [cycle(at, 12)], tlm: [] }, machine, all)
    expect([got.at, got.cycle_time]).toEqual([
      [period.from + 500, at],
      [10, 12],
    ])
    expect(got.drawn?.cycle_time.column).toEqual([0, 12])
    const [line] = linesOf({ ...got, at: undefined } as unknown as SeriesData, lineSetupOf(machine))
    expect(line?.series.columns.map((column) => [column.at, column.mean])).toEqual([
      [period.from + 500, 10],
      [at, 12],
    ])
  })

  it('change nothing when they were read already or restate the past', () => {
    const old = [cycle(period.from + 500, 10), cycle(period.from + 900, 11, { restated: true })]
    expect(appendSeries(answer, { cycle: old, tlm: [] }, machine, all)).toBe(answer)
  })

  it('are left to the next reading when they may be excluded', () => {
    const ignoring = { ...all, ignoreOutlierCycles: true }
    const batch = { cycle: [cycle(period.from + 900, 99)], tlm: [] }
    expect(appendSeries(answer, batch, machine, ignoring)).toBe(answer)
    expect(appendSeries(answer, batch, machine, all).cycle_time).toEqual([10, 99])
  })

  it('is shown as the input of the device is set up to be read', () => {
    const occurred_at = new Date(period.from + 700).toISOString()
    const tlm = [{ equipment_id: 1, occurred_at, temperature_1: 41, analog_in_1: 5 }]
    const got = appendSeries(answer, { cycle: [], tlm }, machine, all)
    const lines = linesOf(got, lineSetupOf(machine))
    expect(lines.map(({ title, unit }) => `${title} ${unit}`)).toEqual([
      'Cycle time s',
      'Temperature °C',
      'Analog input bar',
    ])
    expect(lines[2]?.series.columns).toMatchObject([{ at: period.from + 700, mean: 11 }])
    expect(got.analog_avg).toEqual({ avg: 11, std_dev: 0, count: 1, measured: 1 })
  })
})

it('a machine without an analog value has no chart of one', () => {
  const lines = linesOf(answerOf([{ at: period.from, value: 1 }], true), lineSetupOf(machine))
  expect(lines.map((line) => line.title)).toEqual(['Cycle time', 'Temperature'])
})
