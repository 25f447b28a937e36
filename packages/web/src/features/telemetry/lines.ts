import { DEFAULT_MAXIMUM_CYCLE_MS, OFFLINE_LIMIT_MS } from '@millwatch/domain/status'
import { type Column, pointAt, type Series } from '../../charts/band.ts'
import type { ChartLine } from '../../charts/chart-line.ts'
import type { Mark } from '../../charts/marks.ts'
import type { Spread } from '../../charts/series-axis.ts'
import { temperature, temperatureUnit } from '../../lib/measures.ts'
import { temperatureAverage } from './averages.ts'
import type { ChartsProps, SeriesData } from './charts-props.ts'

type Drawn = NonNullable<SeriesData['drawn']>
type Machine = ChartsProps['machine']
type Average = SeriesData['temp_avg']
/** Part of an answer that contains points, as parallel lists. */
type Points = Required<Pick<SeriesData, 'at' | 'type' | 'count' | 'mark' | 'cycle_time' | 'temperature_1'>> & {
  analog_in_1_transformed: (number | null)[]
}

const temperatureOf = (celsius: number | null): number | null => (celsius === null ? null : temperature(celsius))

/** Returns columns of temperatures (°C) in the unit of the company. */
const temperaturesOf = (columns: Drawn['temperature_1']): Drawn['temperature_1'] => ({
  ...columns,
  min: columns.min.map(temperature),
  max: columns.max.map(temperature),
  mean: columns.mean.map(temperature),
})

const spreadOf = (average: Average | undefined): Spread | undefined =>
  average?.std_dev == null ? undefined : { mean: average.avg, deviation: average.std_dev }

const groupedOf = (average: Average | undefined): ChartLine['grouped'] =>
  average == null || average.measured === average.count
    ? undefined
    : { cycles: average.count - average.measured, all: average.count }

/**
 * Returns the pixel columns of an answer as a series. A column whose least and greatest value are at the same instant is placed
 * there, any other one in its middle.
 */
function ofColumns(columns: Drawn['cycle_time'], { from, to, width }: Drawn): Series {
  const columnMs = (to - from) / width
  const all = columns.column.map((column, i): Column => {
    const begin = Math.ceil(from + column * columnMs)
    const minAt = begin + (columns.min_at[i] ?? 0)
    const maxAt = begin + (columns.max_at[i] ?? 0)
    const [min, max] = [columns.min[i] ?? 0, columns.max[i] ?? 0]
    const at = minAt === maxAt ? minAt : from + (column + 0.5) * columnMs
    return { at, min, minAt, max, maxAt, mean: columns.mean[i] ?? 0, points: columns.count[i] ?? 1 }
  })
  return { columns: all, isReal: false, columnMs }
}

function ofPoints(at: readonly number[], values: readonly (number | null)[], counts?: readonly number[]): Series {
  const columns = values.flatMap((value, i) =>
    value === null ? [] : [pointAt(at[i] ?? 0, value, Math.max(1, counts?.[i] ?? 1))],
  )
  return { columns, isReal: true, columnMs: 0 }
}

const hasPoints = (data: SeriesData): data is SeriesData & Points => data.at !== undefined && data.type !== undefined

const nothing: Series = { columns: [], isReal: true, columnMs: 0 }

interface SeriesSet {
  cycleTime: Series
  temperature: Series
  analog: Series
  marks: Mark[]
}

function seriesSetOf(data: SeriesData): SeriesSet {
  if (hasPoints(data)) {
    const { at, mark, count, cycle_time } = data
    return {
      cycleTime: ofPoints(at, cycle_time, count),
      temperature: ofPoints(at, data.temperature_1.map(temperatureOf)),
      analog: ofPoints(at, data.analog_in_1_transformed),
      marks: cycle_time.flatMap((value, i) =>
        value === null || !mark[i] ? [] : [{ at: at[i] ?? 0, value, mark: mark[i] ?? 0, count: 1 }],
      ),
    }
  }
  const { drawn } = data
  if (drawn === undefined) return { cycleTime: nothing, temperature: nothing, analog: nothing, marks: [] }
  const { marked } = drawn
  return {
    cycleTime: ofColumns(drawn.cycle_time, drawn),
    temperature: ofColumns(temperaturesOf(drawn.temperature_1), drawn),
    analog: ofColumns(drawn.analog_in_1_transformed ?? drawn.analog_in_1, drawn),
    marks: marked.at.map((at, i) => ({
      at,
      value: marked.cycle_time[i] ?? 0,
      mark: marked.mark[i] ?? 0,
      count: marked.count[i] ?? 1,
    })),
  }
}

/**
 * Returns the unit of the analog input of the primary device, else of the first device; empty if there is no device or no unit.
 */
function analogUnit({ Devices: devices }: Machine): string {
  const device = devices.find((device) => device.is_primary) ?? devices[0]
  return device?.analog_in_1_config.unit ?? ''
}

/** Settings of a machine that affect the drawing of its charts. */
export interface LineSetup {
  readonly analogUnit: string
  /** Longest allowed cycle, s; null: it is computed from the cycles. */
  readonly longestCycleS: number | null
}

export const lineSetupOf = (machine: Machine): LineSetup => ({
  analogUnit: analogUnit(machine),
  longestCycleS: machine.maximum_allowed_cycle_time,
})

/**
 * Returns the lines of the charts for an answer: cycle time (s), temperature (unit of the company), and the analog input only if
 * it has values. Without data the first two are empty.
 */
export function linesOf(data: SeriesData, setup: LineSetup): ChartLine[] {
  const series = seriesSetOf(data)
  // Longest time between two cycles that are still joined by a line.
  const joinedMs = Math.max((setup.longestCycleS ?? 0) * 1000, DEFAULT_MAXIMUM_CYCLE_MS)
  const readingMs = Math.max(joinedMs, OFFLINE_LIMIT_MS)
  const lines: ChartLine[] = [
    {
      name: 'cycle-time',
      title: 'Cycle time',
      unit: 's',
      series: series.cycleTime,
      spread: spreadOf(data.cycle_time_avg),
      grouped: groupedOf(data.cycle_time_avg),
      marks: series.marks,
      gapMs: joinedMs,
      digits: 2,
    },
    {
      name: 'temperature',
      title: 'Temperature',
      unit: temperatureUnit(),
      series: series.temperature,
      spread: spreadOf(temperatureAverage(data.temp_avg)),
      marks: [],
      gapMs: readingMs,
      digits: 1,
    },
  ]
  if (series.analog.columns.length > 0)
    lines.push({
      name: 'analog',
      title: 'Analog input',
      unit: setup.analogUnit,
      series: series.analog,
      spread: spreadOf(data.analog_avg),
      marks: [],
      gapMs: readingMs,
      digits: 1,
    })
  return lines
}
