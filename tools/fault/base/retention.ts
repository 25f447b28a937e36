import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { Ledger } from '@millwatch/lab/load/ledger'
import { asOwner } from '@millwatch/lab/load/owner'
import { makePlant } from '@millwatch/lab/load/plant'
import { seedOf } from '@millwatch/simulator/base/random'
import { jobDone } from './jobs.ts'
import { limitOf } from './patience.ts'
import { batchesOf, deliver, historyOf } from './replay.ts'
import type { Site } from './site.ts'

/** Shortest time in days for which a company can keep events. */
export const KEPT_DAYS = 31
export const PAST_DAYS = 50
const OF_MACHINE = 900
const BATCH = 300
const WITHIN_MS = 60_000
const POLL_MS = 100

/**
 * Creates machines with 50 days of history, sets their company to keep 31 days, and waits until status and rollups are computed.
 * Returns the ledgers of the machines.
 */
export async function longHistory(site: Site, machines: number, seed: number): Promise<Ledger[]> {
  const [from, to] = [Date.now() - PAST_DAYS * DAY_MS, Date.now() - HOUR_MS]
  const plant = await makePlant(site.company, { machines, from: from + HOUR_MS })
  const deliveries = plant.map((machine, i) => {
    const events = historyOf(machine, { from, to, events: OF_MACHINE, seed: seedOf(seed, i) })
    return { ledger: new Ledger(machine), batches: batchesOf(events, BATCH) }
  })
  await deliver(site, deliveries, seed)
  await site.command('retention', String(await companyId(site)), String(KEPT_DAYS))
  await rolledUp(site, plant.length)
  return deliveries.map(({ ledger }) => ledger)
}

async function companyId(site: Site): Promise<number> {
  return (await site.company.call<{ user: { company_id: number } }>('GET', '/v0/user')).user.company_id
}

/**
 * Waits until rollups of all machines are built up to the kept days and none is dirty, because retention removes no events that
 * rollups still need. Throws a `FaultFinding` after 60 s, longer on a busy machine.
 */
async function rolledUp(site: Site, machines: number): Promise<void> {
  const question = `select (select count(*)::int from rollup_state where built_to > $1) as built,
    (select count(*)::int from rollup_dirty) as dirty`
  for (const began = performance.now(); ; await delay(POLL_MS)) {
    const { rows } = await asOwner(site.databaseUrl, (client) =>
      client.query<{ built: number; dirty: number }>(question, [Date.now() - (KEPT_DAYS - 1) * DAY_MS]),
    )
    if (rows[0]?.built === machines && rows[0].dirty === 0) return
    if (performance.now() - began > limitOf(WITHIN_MS))
      throw new FaultFinding(`Rollups are not built: ${JSON.stringify(rows[0])}`)
  }
}

/** Queues a job that removes old events, as happens each night, and returns its id. The next server that starts runs it. */
export function askRetention(site: Site): Promise<number> {
  return asOwner(site.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into job (company_id, kind, args, state, created_at)
        select company_id, 'retention', '{}', 'queued', $1 from device_directory limit 1 returning job_id::int as id`,
      [Date.now()],
    )
    return rows[0]?.id ?? 0
  })
}

/**
 * Starts a server and waits until it has run the jobs. Then it sets the horizon in each ledger. Throws a `FaultFinding` if a
 * machine has no horizon, a horizon more than 33 days ago, or events before its horizon.
 */
export async function horizonsSet(site: Site, ledgers: readonly Ledger[], jobs: readonly number[]): Promise<void> {
  await site.server()
  for (const job of jobs) await jobDone(site.company, job, limitOf(WITHIN_MS))
  const found = await asOwner(site.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number; at: number | null; left: number }>(
      `select equipment_id::int as id, horizon_at::float8 as at,
        (select count(*)::int from event e where e.equipment_id = m.equipment_id and e.occurred_at < m.horizon_at) as left
        from machine_state m`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  })
  for (const ledger of ledgers) {
    const { equipmentId } = ledger.machine
    const row = found.get(equipmentId)
    const isRight = row?.at != null && row.at > Date.now() - (KEPT_DAYS + 2) * DAY_MS && row.left === 0
    if (!isRight)
      throw new FaultFinding(`machine ${equipmentId}: nothing was removed, or half of it: ${JSON.stringify(row)}`)
    ledger.horizonAt = row?.at ?? null
  }
}

/**
 * Returns the status logs and utilization of machines over their past until two days ago as JSON text, which retention must not
 * change. Durations and times of reading are left out.
 */
export async function pastOf(site: Site, ledgers: readonly Ledger[]): Promise<string> {
  const at = (days: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString()
  const shown = ledgers.map(async ({ machine: { equipmentId } }) => {
    const log = await site.company.call<{ data: { duration_s: number }[] }>(
      'GET',
      `/v0/e/${equipmentId}/reports/status?startDate=${at(PAST_DAYS + 1)}&endDate=${at(2)}`,
    )
    const util = await site.company.call<{ equipment: unknown }>(
      'GET',
      `/v0/util/e?ids=${equipmentId}&startDate=${at(PAST_DAYS - 1)}&endDate=${at(2)}`,
    )
    // The open interval still grows, so durations are left out.
    return [log.data.map(({ duration_s: _, ...row }) => row), util.equipment]
  })
  return JSON.stringify(await Promise.all(shown)).replaceAll(/"as_of":"[^"]*",?/g, '')
}
