import { Readable } from 'node:stream'
import { runAt } from '@millwatch/domain/runs'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { type RunRow, runsTouching } from '../runs/index.ts'
import { type SeriesRow, seriesPage } from '../telemetry/index.ts'
import { type Analog, analogOf } from './analog.ts'
import { type Chosen, isLeftOut } from './series.ts'

type InCompany = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

export interface RawQuestion {
  readonly equipmentId: number
  readonly period: Range
  /** Cycles that are left out, by their marks. */
  readonly chosen: Chosen
}

const PAGE_ROWS = 5_000

interface Page {
  readonly rows: readonly SeriesRow[]
  readonly runs: readonly RunRow[]
  readonly analog: Analog
  readonly next: number | null
}

/** Reads the first page at or after an instant, in its own transaction. */
function pageFrom(inCompany: InCompany, { equipmentId, period }: RawQuestion, from: number): Promise<Page> {
  return inCompany(async (ctx) => {
    const { rows, next } = await seriesPage(ctx, equipmentId, { from, to: period.to }, PAGE_ROWS)
    const last = rows.at(-1)
    // The end of a run belongs to the run.
    const runs = last === undefined ? [] : await runsTouching(ctx, [equipmentId], from - 1, last.occurredAt)
    return { rows, runs, analog: await analogOf(ctx, equipmentId), next }
  })
}

function presentRow(row: SeriesRow, { runs, analog }: Page): string {
  const {
    occurredAt: at,
    cycleMs: cycle_ms,
    temperature1: temperature_1,
    analogIn1: analog_in_1,
    deviceId: device_id,
  } = row
  const tags = runAt(runs, at)?.tags.map(({ id }) => id) ?? []
  const cycleTime = cycle_ms === null ? null : cycle_ms / 1000
  const transformed = analog.valueOrNull(analog_in_1, device_id, at)
  return JSON.stringify([at / 1000, cycleTime, temperature_1, analog_in_1, transformed, tags, row.kind])
}

async function* pagesOf(inCompany: InCompany, question: RawQuestion): AsyncGenerator<string> {
  yield '{"status":"success","data":['
  let separator = ''
  for (let next: number | null = question.period.from; next !== null && next < question.period.to; ) {
    const page = await pageFrom(inCompany, question, next)
    const shown = page.rows.filter((row) => !isLeftOut(row.marks, question.chosen))
    if (shown.length > 0) {
      yield separator + shown.map((row) => presentRow(row, page)).join(',\n')
      separator = ',\n'
    }
    next = page.next
  }
  yield ']}'
}

/**
 * Streams every cycle and reading of a machine in a period as JSON, at the speed of the reader; cycles left out by
 * `chosen` are missing. Each page of about 5,000 rows is read in a transaction of its own, so nothing is held while
 * nobody reads.
 */
export function streamRawData(inCompany: InCompany, question: RawQuestion): Readable {
  return Readable.from(pagesOf(inCompany, question), { objectMode: false, highWaterMark: 64 * 1024 })
}
