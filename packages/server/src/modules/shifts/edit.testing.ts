import { readJob } from '@millwatch/contract/http/jobs'
import { insertShifts } from '@millwatch/contract/http/shifts'
import { companyWithPeople, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect } from 'vitest'
import type { JobsSettings } from '../../platform/jobs/index.ts'

export const day = Date.UTC(2026, 4, 4)
export const iso = (at: number) => new Date(at).toISOString()
/** Shortest lease that pg-boss accepts. */
export const shortLease = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }
const ended = { timeout: 45_000, interval: 20 }

export const insertion = (ids: number[], from: number, to: number, shift: 0 | 1 | 2 | 3 = 1) => ({
  insert: { equipIds: ids, shift, start: iso(from), end: iso(to) },
})

interface StoredRow {
  id: number
  equipmentId: number
  shift: number
  from: number
  to: number
  zone: string
  edited: boolean
}

/** Starts a server with a company whose shift history is edited. */
export async function shiftBench(jobs: JobsSettings) {
  const t = await injectApp({ jobs })
  const acme = await companyWithPeople(t, 'acme', 'America/New_York')
  const admin = await t.signIn(acme.emailOf('admin'))
  let machines = 0

  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await t.db.owner.query(text, values)).rows
  const outcome = async (id: number) => {
    const read = async () => (await t.ask(readJob, { token: admin, params: { id } })).job
    await expect.poll(async () => (await read()).state, ended).toSatisfy((state) => /^f/.test(String(state)))
    return read()
  }
  return {
    t,
    acme,
    admin,
    rows,
    outcome,
    /** Creates a machine and returns its id and name; a number makes the name unique. */
    async machine(kind: string) {
      const name = `${kind} ${++machines}`
      return { id: (await machineWithDevice(t, admin, acme.rootOrgUnitId, name)).id, name }
    },
    /** Returns the stored shift history of a machine, in order. */
    history: (id: number) =>
      rows<StoredRow>(
        `select shift_history_id::float8 as id, equipment_id::float8 as "equipmentId", shift, started_at::float8 as from,
           ended_at::float8 as to, zone, edited from shift_history where equipment_id = $1 order by started_at`,
        [id],
      ),
    voids: (id: number) =>
      rows<{ from: number; to: number }>(
        `select started_at::float8 as from, ended_at::float8 as to from shift_void where equipment_id = $1 order by 1`,
        [id],
      ),
    locked: async () =>
      (await rows<{ id: number }>('select equipment_id::float8 as id from shift_lock order by 1')).map(({ id }) => id),
    insert: async (...args: Parameters<typeof insertion>) =>
      (await t.ask(insertShifts, { token: admin, body: insertion(...args) })).job,
    async done(job: { id: number }) {
      const { state, error } = await outcome(job.id)
      if (state !== 'finished') throw new Error(error ?? state)
    },
    countOf: async (table: 'job' | 'shift_history') =>
      (await rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n,
  }
}
