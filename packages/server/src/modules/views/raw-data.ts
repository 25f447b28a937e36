import { Readable } from 'node:stream'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { type RawRow, rawRows } from '../telemetry/index.ts'

type InCompany = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

function presentRow(row: RawRow): string {
  const cycleTime = row.cycle_ms === null ? null : row.cycle_ms / 1000
  // Transformed analog values and tags come with set-ups and runs.
  const values = [row.occurred_at / 1000, cycleTime, row.temperature_1, row.analog_in_1, null, [], row.kind]
  return JSON.stringify(values)
}

/** The first page at or after an instant, in a transaction of its own; null when there is nothing more. */
async function pageFrom(inCompany: InCompany, equipmentId: number, { from, to }: Range): Promise<RawRow[] | null> {
  return inCompany(async (ctx) => {
    const first = await rawRows(ctx, equipmentId, from, to).next()
    return first.done ? null : first.value
  })
}

async function* pagesOf(inCompany: InCompany, equipmentId: number, { from, to }: Range): AsyncGenerator<string> {
  yield '{"status":"success","data":['
  for (let next = from, separator = ''; next < to; separator = ',\n') {
    const page = await pageFrom(inCompany, equipmentId, { from: next, to })
    const last = page?.at(-1)
    if (!page || !last) break
    yield separator + page.map(presentRow).join(',\n')
    next = last.occurred_at + 1
  }
  yield ']}'
}

/**
 * Every cycle and reading of a machine in a period, page by page as fast as the reader takes them: neither memory nor a
 * connection is held while nobody reads.
 */
export function streamRawData(inCompany: InCompany, equipmentId: number, period: Range): Readable {
  return Readable.from(pagesOf(inCompany, equipmentId, period), { objectMode: false, highWaterMark: 64 * 1024 })
}
