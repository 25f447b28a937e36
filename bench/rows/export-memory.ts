import { type IncomingMessage, request } from 'node:http'
import { residentBytes } from '@millwatch/lab/product/processes'
import type { Filled } from '../fill/filled.ts'
import { queryOf } from '../fill/period.ts'
import type { Bench } from '../lib/bench.ts'
import { Owner } from '../lib/owner.ts'
import type { Row } from '../lib/table.ts'

/** Year of the exported data (epoch ms), with a cycle every 10 s. It is before any history of the installation. */
const year = { from: Date.parse('2015-01-01T00:00:00Z'), to: Date.parse('2016-01-01T00:00:00Z') }
const CYCLE_MS = 10_000
const ROWS = (year.to - year.from) / CYCLE_MS
/** Names of the partitions for that year, each for a quarter of it. */
const quarters = [1, 2, 3, 4].map((n) => `event_2015_0${n}`)
const QUARTER_MS = (year.to - year.from) / quarters.length
const shares = [0.1, 0.5, 1]

/**
 * Measures the memory of the server while it exports a year of raw data of one machine: at a tenth, half and all of the rows. The
 * year is written by SQL into partitions of its own, which are dropped at the end. At most three runs.
 */
export async function memoryOfExport(bench: Bench, filled: Filled): Promise<Row> {
  const { product, company, machines } = filled
  const { equipmentId = 0, deviceId = 0 } = machines[0] ?? {}
  const owner = await Owner.connect(product.databaseUrl)
  const tenth: number[] = []
  const whole: number[] = []
  try {
    // A run that was ended early left its year here.
    await dropYear(owner)
    await fillYear(owner, equipmentId, deviceId)
    const path = `/v0/e/${equipmentId}/data/raw/export?${queryOf(year)}`
    for (let run = 1; run <= Math.min(bench.runs, 3); run++) {
      const began = performance.now()
      const found = await memoryDuring(filled, path, company.token)
      const rate = ROWS / (performance.now() - began)
      bench.say(
        `P12 memory, run ${run}: ${found.map((mb) => mb.toFixed(0)).join(', ')} MB at 10, 50, 100 %; ${rate.toFixed(0)} rows/ms`,
      )
      tenth.push(found[0] ?? Number.NaN)
      whole.push(Math.max(...found))
    }
  } finally {
    await dropYear(owner)
    await owner.close()
  }
  return {
    name: 'P12 most memory of the server, export of a year',
    unit: 'MB',
    ours: whole,
    yardstick: tenth,
    against: 'its memory when a tenth of the same year had been received',
    goal: { ratioAtMost: 1.2 },
  }
}

async function dropYear(owner: Owner): Promise<void> {
  for (const name of quarters) await owner.rows(`drop table if exists ${name}`)
}

async function fillYear(owner: Owner, equipmentId: number, deviceId: number): Promise<void> {
  for (const [n, name] of quarters.entries()) {
    const from = year.from + n * QUARTER_MS
    const to = from + QUARTER_MS
    await owner.rows(`select ensure_event_partition('${name}', ${from}, ${to})`)
    await owner.rows(`insert into event (company_id, equipment_id, occurred_at, device_id, batch_id, position, kind, is_primary, received_at,
        cycle_ms, number, temperature_1, analog_in_1)
      select 1, ${equipmentId}, at, ${deviceId}, 'b-' || at, 0, 1, true, at, 8000 + at % 2000, 1, 40 + (at % 80) / 10.0, 500 + at % 50
      from generate_series(${from}::bigint, ${to - 1}, ${CYCLE_MS}) as at`)
    await owner.rows(`vacuum analyze ${name}`)
  }
}

/**
 * Receives an export and drops it. Returns the resident memory of the server in MB when each share of the rows had been received.
 * Throws an error if the number of rows is wrong.
 */
async function memoryDuring({ product }: Filled, path: string, token: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port: product.port, path, headers }, resolve).on('error', reject).end()
  })
  const found: number[] = []
  let rows = -1
  for await (const part of answer) {
    for (const byte of part as Buffer) if (byte === 10) rows++
    while (found.length < shares.length && rows >= ROWS * (shares[found.length] ?? 1))
      found.push(residentBytes(product.pid ?? 0) / 1e6)
  }
  if (rows !== ROWS) throw new Error(`The export has ${rows} rows, not ${ROWS}`)
  return found
}
