import type { Answer } from '@millwatch/contract/endpoint'
import type { allInOne } from '@millwatch/contract/http/telemetry-series'
import { describe, expect, it } from 'vitest'
import { linesOf } from './lines.ts'
import { axisWords, pointWords } from './point-words.ts'

type Data = NonNullable<Answer<typeof allInOne>['result']['data']>

const average = (count: number, measured: number) => ({
  avg: 42,
  std_dev: measured === 0 ? null : 1.5,
  count,
  measured,
})
const columns = {
  column: [0, 1],
  count: [8, 1],
  min: [40, 41],
  max: [44, 45],
  mean: [42, 43],
  min_at: [0, 0],
  max_at: [9, 9],
}
const none = { column: [], count: [], min: [], max: [], mean: [], min_at: [], max_at: [] }

/** Returns the lines of a week: columns of pixels, in which `measured` of 96 cycles came one by one. */
const weekOf = (measured: number) => {
  const data = {
    cycle_time_avg: average(96, measured),
    temp_avg: null,
    analog_avg: null,
    drawn: {
      from: 0,
      to: 604_800_000,
      width: 1200,
      cycle_time: columns,
      temperature_1: none,
      analog_in_1: none,
      marked: { at: [], cycle_time: [], mark: [], count: [] },
    },
  } as unknown as Data
  return linesOf(data, { analogUnit: '', longestCycleS: null }).slice(0, 1)
}

describe('18.7: a chart of a week, in which points are summed by pixel', () => {
  it('says that means of groups are among single cycles, and that σ is of single cycles', () => {
    expect(pointWords(weekOf(16), 'line')).toEqual([
      'band: min–max per pixel',
      'means of groups (80 of 96 cycles) and single cycles',
    ])
    expect(axisWords(weekOf(16), 3)).toBe('axis: mean ± 3 σ of single cycles')
  })

  it('says that all values are means of groups, which have no σ', () => {
    expect(pointWords(weekOf(0), 'scatter')).toEqual(['least and greatest per pixel', 'means of groups of cycles'])
    expect(axisWords(weekOf(0), 3)).toBe('axis: all values, as cycles came in groups and have no σ')
  })

  it('says nothing of groups when each cycle was measured alone', () => {
    expect(pointWords(weekOf(96), 'line')).toEqual(['band: min–max per pixel'])
    expect(axisWords(weekOf(96), 3)).toBe('axis: mean ± 3 σ')
  })
})
