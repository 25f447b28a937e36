import { OUTLIER, STARTUP } from '@millwatch/domain/ingest'
import { ColumnSums, type Columns, type Spread, SpreadSums } from '@millwatch/domain/telemetry'
import type { Range } from '@millwatch/domain/time'
import { steady } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { eachSeriesPoint, type SeriesPoint, type SeriesRow, seriesPage } from '../telemetry/index.ts'
import type { Analog } from './analog.ts'
import type { Seen } from './figures.ts'
import { MarkedSums } from './marked.ts'

/** Choice of the cycles that averages and charts leave out: startup cycles, outliers, both or none. */
export type Chosen = Pick<Seen, 'ignoreStartup' | 'ignoreOutlier'>

/** Returns true if the choice leaves out a cycle with this mark (`STARTUP`, `OUTLIER`, or 0 for neither). */
export const isLeftOut = (marks: number, { ignoreStartup, ignoreOutlier }: Chosen): boolean =>
  (ignoreStartup && marks === STARTUP) || (ignoreOutlier && marks === OUTLIER)

/** Collector of means and deviations over all values of a period. */
class Averages {
  readonly #cycleMs = new SpreadSums()
  /**
   * Cycles that came one by one. The deviation is computed from these only, as the mean of a group of cycles does not show how
   * they differ.
   */
  readonly #singleMs = new SpreadSums()
  readonly #temperature = new SpreadSums()
  readonly #analog = new SpreadSums()

  /** Adds one point; `analog` is the converted value, NaN if there is none. */
  add(point: SeriesPoint, analog: number, leftOut: boolean): void {
    if (point.count > 0 && !leftOut && !Number.isNaN(point.cycleMs)) {
      this.#cycleMs.add(point.cycleMs, point.count)
      if (point.count === 1) this.#singleMs.add(point.cycleMs)
    }
    if (!Number.isNaN(point.temperature1)) this.#temperature.add(point.temperature1)
    if (!Number.isNaN(analog)) this.#analog.add(analog)
  }

  present() {
    return {
      cycle_time_avg: presentSpread(this.#cycleMs.spread(), this.#singleMs.spread(), 1000),
      temp_avg: presentSpread(this.#temperature.spread()),
      analog_avg: presentSpread(this.#analog.spread()),
    }
  }
}

function presentSpread(all: Spread | null, singles = all, unit = 1) {
  return (
    all && {
      avg: steady(all.mean / unit),
      std_dev: singles && steady(singles.stdDev / unit),
      count: all.count,
      measured: singles?.count ?? 0,
    }
  )
}

/**
 * Returns mean, standard deviation and number of all cycle times (s, sent or derived, without cycles that `chosen` leaves out),
 * temperatures and converted analog values in a period; null for a kind without values. The deviation of cycle times is that of
 * cycles sent one by one; it is null if there are none.
 */
export async function averagesOf(ctx: Ctx, equipmentId: number, period: Range, analog: Analog, chosen: Chosen) {
  const averages = new Averages()
  await eachSeriesPoint(ctx, { equipmentId, onlyDevice: analog.onlyDevice }, period, (point) => {
    averages.add(point, analog.value(point.analogIn1, point.deviceId, point.at), isLeftOut(point.marks, chosen))
  })
  return averages.present()
}

/**
 * Largest number of points that are also sent one by one, not only as pixel columns: the threshold of the charts (specification,
 * section 9).
 */
const MOST_REAL_POINTS = 2_000

/**
 * Returns the cycles and readings of a machine in a period for a chart: reduced to `width` pixel columns, with the longest marked
 * cycles and the averages. A series of at most 2,000 points is also returned point by point.
 */
export async function drawnSeries(
  ctx: Ctx,
  equipmentId: number,
  { period, width, analog, chosen }: { period: Range; width: number; analog: Analog; chosen: Chosen },
) {
  const columns = () => new ColumnSums(period, width)
  const [cycleMs, temperature, raw, transformed] = [columns(), columns(), columns(), columns()]
  const { isTransformed } = analog
  const averages = new Averages()
  const marked = new MarkedSums(period, width)
  let points = 0
  await eachSeriesPoint(ctx, { equipmentId, onlyDevice: analog.onlyDevice }, period, (point) => {
    const { at, deviceId } = point
    points++
    const leftOut = isLeftOut(point.marks, chosen)
    const value = analog.value(point.analogIn1, deviceId, at)
    averages.add(point, value, leftOut)
    if (point.isCycleTimeSent && !leftOut) {
      cycleMs.add(at, point.cycleMs, point.count)
      if (point.marks !== 0) marked.add(at, point.cycleMs, point.marks, point.count)
    }
    if (!Number.isNaN(point.temperature1)) temperature.add(at, point.temperature1)
    if (Number.isNaN(value)) return
    raw.add(at, point.analogIn1)
    if (isTransformed) transformed.add(at, value)
  })
  const { from, to } = period
  const few = points <= MOST_REAL_POINTS ? (await pageOfSeries(ctx, equipmentId, period, analog, chosen)).points : {}
  const present = (sums: ColumnSums, unit = 1) => presentColumns(sums.columns(), { from, to, width }, unit)
  return {
    ...few,
    drawn: {
      from,
      to,
      width,
      cycle_time: present(cycleMs, 1000),
      marked: marked.present(),
      temperature_1: present(temperature),
      analog_in_1: present(raw),
      ...(isTransformed ? { analog_in_1_transformed: present(transformed) } : {}),
    },
    ...averages.present(),
  }
}

/** Number of digits of a drawn mean, as more are not visible in a pixel. */
const SHOWN_DIGITS = 7

function presentColumns(columns: Columns, { from, to, width }: Range & { width: number }, unit: number) {
  const begins = columns.column.map((column) => Math.ceil(from + (column * (to - from)) / width))
  return {
    column: columns.column,
    count: columns.count,
    min: columns.min.map((value) => value / unit),
    min_at: columns.minAt.map((at, i) => at - (begins[i] as number)),
    max: columns.max.map((value) => value / unit),
    max_at: columns.maxAt.map((at, i) => at - (begins[i] as number)),
    mean: columns.mean.map((value) => Number((value / unit).toPrecision(SHOWN_DIGITS))),
  }
}

/** Number of points per page, which is about half a megabyte. */
const PAGE_POINTS = 10_000

/**
 * Returns the first 10,000 points of a period, and all others at the last instant of these, as columns in order of time. `next`
 * is the start (epoch ms) of the next page, null after the last one.
 */
export async function pageOfSeries(ctx: Ctx, equipmentId: number, period: Range, analog: Analog, chosen: Chosen) {
  const { rows, next } = await seriesPage(ctx, equipmentId, period, PAGE_POINTS)
  return { points: presentPoints(rows, analog, chosen), next }
}

/**
 * Returns rows as columns. A cycle that the choice leaves out has no cycle time (null), but its number of cycles and its
 * readings.
 */
function presentPoints(rows: readonly SeriesRow[], analog: Analog, chosen: Chosen) {
  const timeOf = ({ cycleMs: cycle_ms, marks }: SeriesRow) =>
    cycle_ms === null || isLeftOut(marks, chosen) ? null : cycle_ms / 1000
  return {
    at: rows.map((row) => row.occurredAt),
    type: rows.map((row): number => row.kind),
    count: rows.map((row) => row.number),
    mark: rows.map((row) => (row.kind === 1 ? row.marks : 0)),
    cycle_time: rows.map(timeOf),
    temperature_1: rows.map((row) => row.temperature1),
    analog_in_1: rows.map((row) => row.analogIn1),
    analog_in_1_transformed: rows.map((row) => analog.valueOrNull(row.analogIn1, row.deviceId, row.occurredAt)),
  }
}
