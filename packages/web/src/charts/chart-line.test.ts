import { expect, it } from 'vitest'
import { pointAt } from './band.ts'
import { type ChartLine, measureLine } from './chart-line.ts'

const line = (values: readonly number[]): ChartLine => ({
  name: 'temperature',
  title: 'Temperature',
  unit: '°C',
  series: { columns: values.map((value, i) => pointAt(i * 10, value)), isReal: true, columnMs: 0 },
  spread: { mean: 20, deviation: 2 },
  marks: [],
  gapMs: 60_000,
  digits: 1,
})
const window = { from: 0, to: 100 }

it('the axis of a line reaches the standard deviations asked for, and one without a value has an axis all the same', () => {
  expect(measureLine(line([18, 22]), window, 3).scale).toEqual({ min: 14, max: 26 })
  expect(measureLine(line([18, 22]), window, null).whole).toMatchObject({ min: 18, max: 22, mean: 20, points: 2 })
  expect(measureLine(line([]), window, 3)).toEqual({ whole: undefined, scale: { min: 0, max: 1 } })
})
