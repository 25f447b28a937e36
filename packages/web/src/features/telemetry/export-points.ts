import type { Answer, Query } from '@millwatch/contract/endpoint'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import type { ChartLine, LineName } from '../../charts/chart-line.ts'
import { call } from '../../lib/api.ts'
import { toIso } from '../../lib/clock.ts'
import { type Cell, csvRows } from '../../lib/csv.ts'
import { temperature } from '../../lib/measures.ts'
import { wallTime } from '../../lib/zoned.ts'
import type { ExportForm } from '../../ui/export-button.tsx'
import type { SeriesData } from './charts-props.ts'

export type PointsForm = Exclude<ExportForm, 'png'>

export interface ExportRequest {
  machine: { id: number; name: string }
  /** Beginning of the period `[from, to)`, epoch ms. */
  from: number
  to: number
  zone: string
  lines: readonly Pick<ChartLine, 'name' | 'unit'>[]
  choices: { ignoreStartupCycles?: true; ignoreOutlierCycles?: true }
}

type Page = Required<
  Pick<
    SeriesData,
    'at' | 'type' | 'mark' | 'count' | 'cycle_time' | 'temperature_1' | 'analog_in_1' | 'analog_in_1_transformed'
  >
>

const columnsOf: Readonly<Record<LineName, readonly (keyof Page)[]>> = {
  'cycle-time': ['cycle_time', 'count', 'mark'],
  temperature: ['temperature_1'],
  analog: ['analog_in_1', 'analog_in_1_transformed'],
}
/** Returns a converted value rounded to six decimals, without the digits that only come from the conversion. */
const inFile = (value: number): number => Math.round(value * 1e6) / 1e6
const MARKS = ['', 'startup', 'outlier']

/**
 * Returns the names of the columns of values of all lines, with their units: `cycle_time_s`, `temperature_1_C` (or `_F`),
 * `analog_in_1_transformed_bar`. The columns `mark`, `count` and `analog_in_1` have no unit.
 */
function namesOf({ lines }: ExportRequest): string[] {
  return lines.flatMap(({ name, unit }) =>
    columnsOf[name].map((column) => {
      if (column === 'mark' || column === 'count' || column === 'analog_in_1') return column
      const plain = unit.replaceAll('°', '')
      return plain === '' ? column : `${column}_${plain}`
    }),
  )
}

/**
 * Yields the instant (epoch ms) and the values of each point of a page that has a value for at least one of the lines, in the
 * order of the columns. Temperatures are in the unit of the company; a missing value is null.
 */
function* rowsOf(page: Page, { lines }: ExportRequest): Generator<{ at: number; values: (string | number | null)[] }> {
  for (const [i, at] of page.at.entries()) {
    const isCycle = page.type[i] === 1
    const bears = lines.some(({ name }) => {
      const value = page[columnsOf[name][0] ?? 'cycle_time'][i]
      return value !== null && value !== undefined
    })
    if (!bears) continue
    const values = lines.flatMap(({ name }) =>
      columnsOf[name].map((column) => {
        const value = page[column][i] ?? null
        if (column === 'mark') return MARKS[value ?? 0] ?? ''
        if (column === 'temperature_1') return value === null ? null : inFile(temperature(value))
        return column === 'count' && !isCycle ? null : value
      }),
    )
    yield { at, values }
  }
}

/**
 * Yields the points of the period page by page, ascending. Throws an error if an answer has no points, or if `signal` is aborted.
 */
async function* pagesOf(request: ExportRequest, signal: AbortSignal): AsyncGenerator<Page> {
  const [startDate, endDate] = [toIso(request.from), toIso(request.to)]
  let pageStart: string | null = startDate
  while (pageStart !== null) {
    const query: Query<typeof allInOne> = { startDate, endDate, pageStart, ...request.choices }
    const answer: Answer<typeof allInOne> = await call(allInOne, { params: { id: request.machine.id }, query, signal })
    const { data } = answer.result
    if (data?.at === undefined) throw new Error('The answer has no points')
    yield data as Page
    pageStart = answer.pageStart
  }
}

/** Format of a file: its beginning and end, and a function that returns the text of one point. */
interface Writer {
  head: string
  row: (at: number, values: readonly Cell[], isFirst: boolean) => string
  tail: string
}

function csvWriter(request: ExportRequest): Writer {
  return {
    head: csvRows([['time', `local_time (${request.zone})`, ...namesOf(request)]]),
    row: (at, values) => csvRows([[toIso(at), wallTime(at, request.zone), ...values]]),
    tail: '',
  }
}

function jsonWriter(request: ExportRequest): Writer {
  const { machine, from, to, zone } = request
  const names = namesOf(request)
  const about = { equipment: machine, from: toIso(from), to: toIso(to), timezone: zone, fields: ['time', ...names] }
  return {
    head: `${JSON.stringify(about, null, 1).slice(0, -2)},\n "data": [`,
    row: (at, values, isFirst) => `${isFirst ? '\n' : ',\n'}${JSON.stringify([toIso(at), ...values])}`,
    tail: '\n]}\n',
  }
}

const MEDIA: Readonly<Record<PointsForm, string>> = { csv: 'text/csv', json: 'application/json' }

/**
 * Reads all points of a machine in a period, page by page, and returns them as a CSV or JSON file, with their number. A point is
 * left out if none of the lines has a value in it. `onProgress` gets the part of the period that has been read, 0 to 1. Throws an
 * error if a call fails, an answer has no points, or `signal` is aborted.
 */
export async function exportPoints(
  request: ExportRequest,
  form: PointsForm,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<{ file: Blob; points: number }> {
  const writer = form === 'csv' ? csvWriter(request) : jsonWriter(request)
  const parts: string[] = [writer.head]
  let points = 0
  for await (const page of pagesOf(request, signal)) {
    const lines: string[] = []
    for (const { at, values } of rowsOf(page, request)) lines.push(writer.row(at, values, points++ === 0))
    parts.push(lines.join(''))
    onProgress(((page.at.at(-1) ?? request.to) - request.from) / (request.to - request.from))
  }
  parts.push(writer.tail)
  return { file: new Blob(parts, { type: MEDIA[form] }), points }
}
