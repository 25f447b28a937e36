import { Readable } from 'node:stream'
import { runAt } from '@millwatch/domain/runs'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { type RunRow, runsTouching } from '../runs/index.ts'
import { type SeriesRow, seriesPage } from '../telemetry/index.ts'
import { type Analog, analogOf } from './analog.ts'
import { type Chosen, isLeftOut } from './series.ts'

type InCompany = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

export interface RawAsked {
  readonly equipmentId: number
  readonly period: Range
  /** Cycles to leave out by their marks. */
  readonly chosen: Chosen
}

const PAGE_ROWS = 5_000

interface Page {
  readonly rows: readonly SeriesRow[]
  readonly runs: readonly RunRow[]
  readonly analog: Analog
  readonly next: number | null
}

/** The first page at or after an instant, in a transaction of its own. */
function pageFrom(inCompany: InCompany, { equipmentId, period }: RawAsked, from: number): Promise<Page> {
  return inCompany(async (ctx) => {
    const { rows, next } = await seriesPage(ctx, equipmentId, { from, to: period.to }, PAGE_ROWS)
    const last = rows.at(-1)
    // A run holds the instant of its end.
    const runs = last === undefined ? [] : await runsTouching(ctx, [equipmentId], from - 1, last.occurred_at)
    return { rows, runs, analog: await analogOf(ctx, equipmentId), next }
  })
}

function presentRow(row: SeriesRow, { runs, analog }: Page): string {
  const { occurred_at: at, cycle_ms, temperature_1, analog_in_1, device_id } = row
  const tags = runAt(runs, at)?.tags.map(({ id }) => id) ?? []
  const cycleTime = cycle_ms === null ? null : cycle_ms / 1000
  const transformed = analog.valueOrNull(analog_in_1, device_id, at)
  return JSON.stringify([at / 1000, cycleTime, temperature_1, analog_in_1, transformed, tags, row.kind])
}

async function* pagesOf(inCompany: InCompany, asked: RawAsked): AsyncGenerator<string> {
  yield '{"status":"success","data":['
  let separator = ''
  for (let next: number | null = asked.period.from; next !== null && next < asked.period.to; ) {
    const page = await pageFrom(inCompany, asked, next)
    const shown = page.rows.filter((row) => !isLeftOut(row.marks, asked.chosen))
    if (shown.length > 0) {
      yield separator + shown.map((row) => presentRow(row, page)).join(',\n')
      separator = ',\n'
    }
    next = page.next
  }
  yield ']}'
}

/**
 * Every cycle and reading of a machine in a period, page by page as fast as the reader takes them: neither memory nor a
 * connection is held while nobody reads.
 */
export function streamRawData(inCompany: InCompany, asked: RawAsked): Readable {
  return Readable.from(pagesOf(inCompany, asked), { objectMode: false, highWaterMark: 64 * 1024 })
}
