import { analogValue } from '@millwatch/domain/devices'
import type { LiveBatch } from '../../live/rooms.ts'
import type { ChartsProps, SeriesData } from './charts-props.ts'

type Drawn = NonNullable<SeriesData['drawn']>
type Columns = Drawn['cycle_time']
type Average = NonNullable<SeriesData['temp_avg']>

interface Measurement {
  at: number
  isCycle: boolean
  cycleTime: number | null
  temperature: number | null
  analog: number | null
}

interface Choices {
  ignoreStartupCycles: boolean
  ignoreOutlierCycles: boolean
}

function measurementsIn({ cycle, tlm }: Pick<LiveBatch, 'cycle' | 'tlm'>): Measurement[] {
  const cycles = cycle.flatMap(({ restated, occurred_at, cycle_time, temperature_1, analog_in_1 }) =>
    restated || occurred_at === null
      ? []
      : [
          {
            at: Date.parse(occurred_at),
            isCycle: true,
            cycleTime: cycle_time,
            temperature: temperature_1,
            analog: analog_in_1,
          },
        ],
  )
  const readings = tlm.map(({ occurred_at, temperature_1, analog_in_1 }) => ({
    at: Date.parse(occurred_at),
    isCycle: false,
    cycleTime: null,
    temperature: temperature_1,
    analog: analog_in_1,
  }))
  return [...cycles, ...readings].sort((a, b) => a.at - b.at)
}

/**
 * Returns the instant of the last value in an answer, epoch ms: -Infinity if it has no values, Infinity if it contains neither
 * points nor columns.
 */
function lastOf(data: SeriesData): number {
  if (data.at !== undefined) return data.at.at(-1) ?? Number.NEGATIVE_INFINITY
  const { drawn } = data
  if (drawn === undefined) return Number.POSITIVE_INFINITY
  return Math.max(
    ...[drawn.cycle_time, drawn.temperature_1, drawn.analog_in_1].map((columns) => lastAt(columns, drawn)),
  )
}

const beginOf = (column: number, { from, to, width }: Drawn): number => Math.ceil(from + (column * (to - from)) / width)

function lastAt({ column, min_at, max_at }: Columns, drawn: Drawn): number {
  const last = column.at(-1)
  if (last === undefined) return Number.NEGATIVE_INFINITY
  return beginOf(last, drawn) + Math.max(min_at.at(-1) ?? 0, max_at.at(-1) ?? 0)
}

/**
 * Returns the columns with one more value, at or after the last one, which joins its column or adds a new one. A column after the
 * period is as wide as the others. Null changes nothing.
 */
function withValue(columns: Columns, drawn: Drawn, at: number, value: number | null): Columns {
  if (value === null) return columns
  const { from, to, width } = drawn
  const columnIndex = Math.floor(((at - from) * width) / (to - from))
  const after = at - beginOf(columnIndex, drawn)
  const isNew = columns.column.at(-1) !== columnIndex
  const put = <T>(list: readonly T[], last: T): T[] => (isNew ? [...list, last] : [...list.slice(0, -1), last])
  const latest = {
    count: columns.count.at(-1) ?? 0,
    mean: columns.mean.at(-1) ?? 0,
    min: columns.min.at(-1) ?? 0,
    max: columns.max.at(-1) ?? 0,
  }
  const isLeast = isNew || value < latest.min
  const isMost = isNew || value > latest.max
  const many = isNew ? 1 : latest.count + 1
  return {
    column: put(columns.column, columnIndex),
    count: put(columns.count, many),
    min: put(columns.min, isLeast ? value : latest.min),
    min_at: put(columns.min_at, isLeast ? after : (columns.min_at.at(-1) ?? 0)),
    max: put(columns.max, isMost ? value : latest.max),
    max_at: put(columns.max_at, isMost ? after : (columns.max_at.at(-1) ?? 0)),
    mean: put(columns.mean, isNew ? value : latest.mean + (value - latest.mean) / many),
  }
}

/**
 * Returns an average with one more value that was measured alone, with the population standard deviation. If some values came as
 * means of groups, the deviation stays as it is until the answer is read again, because the mean of the single values is not
 * known. Null changes nothing.
 */
function averageWith(average: Average | null | undefined, value: number | null): Average | null {
  if (value === null) return average ?? null
  const { avg, std_dev, count, measured } = average ?? { avg: 0, std_dev: 0, count: 0, measured: 0 }
  const next = avg + (value - avg) / (count + 1)
  if (std_dev === null || measured !== count) return { avg: next, std_dev, count: count + 1, measured }
  const squares = std_dev ** 2 * count + (value - avg) * (value - next)
  const many = count + 1
  return { avg: next, std_dev: Math.sqrt(Math.max(0, squares / many)), count: many, measured: many }
}

/**
 * Number of standard deviations above the mean. While startup cycles or outliers are excluded, a live cycle beyond it is not
 * appended, since the server may exclude it too.
 */
const PLAIN_DEVIATIONS = 3

const mayBeLeftOut = (data: SeriesData, cycleTime: number, choices: Choices): boolean => {
  if (!choices.ignoreStartupCycles && !choices.ignoreOutlierCycles) return false
  const average = data.cycle_time_avg
  return average?.std_dev == null || cycleTime > average.avg + PLAIN_DEVIATIONS * average.std_dev
}

function withMeasurement(data: SeriesData, measurement: Measurement, analog: number | null): SeriesData {
  const { at, isCycle, cycleTime, temperature } = measurement
  const { drawn } = data
  return {
    ...data,
    ...(data.at !== undefined && {
      at: [...data.at, at],
      type: [...(data.type ?? []), isCycle ? 1 : 2],
      count: [...(data.count ?? []), isCycle ? 1 : 0],
      mark: [...(data.mark ?? []), 0],
      cycle_time: [...(data.cycle_time ?? []), cycleTime],
      temperature_1: [...(data.temperature_1 ?? []), temperature],
      analog_in_1: [...(data.analog_in_1 ?? []), measurement.analog],
      analog_in_1_transformed: [...(data.analog_in_1_transformed ?? []), analog],
    }),
    ...(drawn !== undefined && {
      drawn: {
        ...drawn,
        cycle_time: withValue(drawn.cycle_time, drawn, at, cycleTime),
        temperature_1: withValue(drawn.temperature_1, drawn, at, temperature),
        analog_in_1: withValue(drawn.analog_in_1, drawn, at, measurement.analog),
        ...(drawn.analog_in_1_transformed !== undefined && {
          analog_in_1_transformed: withValue(drawn.analog_in_1_transformed, drawn, at, analog),
        }),
      },
    }),
    cycle_time_avg: averageWith(data.cycle_time_avg, cycleTime),
    temp_avg: averageWith(data.temp_avg, temperature),
    analog_avg: averageWith(data.analog_avg, analog),
  }
}

/**
 * Returns the answer with the live measurements appended that are newer than its last value; the same object if there are none.
 * Older ones, restated cycles, and cycles that the server may exclude by `choices` are left out until the answer is read again.
 */
export function appendSeries(
  data: SeriesData,
  batch: Pick<LiveBatch, 'cycle' | 'tlm'>,
  machine: Pick<ChartsProps['machine'], 'Devices'>,
  choices: Choices,
): SeriesData {
  const last = lastOf(data)
  const config = machine.Devices.find((device) => device.is_primary)?.analog_in_1_config
  let next = data
  for (const measurement of measurementsIn(batch)) {
    if (measurement.at <= last) continue
    if (measurement.cycleTime !== null && mayBeLeftOut(data, measurement.cycleTime, choices)) continue
    const analog =
      measurement.analog === null || config === undefined ? measurement.analog : analogValue(measurement.analog, config)
    next = withMeasurement(next, measurement, analog)
  }
  return next
}

/**
 * Returns true if the messages cannot be appended, so that the answer must be read again: a cycle was restated, or a message is
 * about several cycles.
 */
export const isToBeReadAgain = ({ cycle }: Pick<LiveBatch, 'cycle'>): boolean =>
  cycle.some(({ restated, count }) => restated || count > 1)
