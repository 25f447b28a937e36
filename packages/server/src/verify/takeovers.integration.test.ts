import { randomUUID } from 'node:crypto'
import { createDevice } from '@millwatch/contract/http/devices'
import { restatementsOfEquipment, statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, expect, test, vi } from 'vitest'
import { verifyAll } from '../cli/verify.ts'
import { boundClock } from '../platform/bound-clock.ts'
import { manualClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { describeFinding, verifyCompany } from './index.ts'

const start = Date.parse('2026-11-10T00:00:00Z')
const clock = manualClock(Date.parse('2026-11-12T09:00:00Z'))
const iso = (at: number) => new Date(at).toISOString()
const lease = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }

const { t, company: acme, companyId, token } = await appWithCompany({ clock, jobs: { lease } })
const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
beforeAll(async () => {
  const statuses = (from: number) =>
    Array.from({ length: 12 }, (_, i) => ({
      t: from + i * 5 * MINUTE_MS,
      type: 'status',
      status: i % 2 ? 'down' : 'running',
    }))
  await machine.send(statuses(start))
  const deviceUUID = randomUUID()
  const from = iso(start + 62 * MINUTE_MS)
  const body = { deviceUUID, equipId: machine.id, primary: true, active: true, from }
  const { device_key: key } = await t.ask(createDevice, { token, body })
  const envelope = { batch_id: 'b', sent_at: clock.now(), events: statuses(start + 63 * MINUTE_MS) }
  const headers = { authorization: `Device ${deviceUUID}:${key}` }
  await t.call('POST', '/v0/ingest', { headers, body: envelope })
  await t.app.flow.rollUp()
})

const statusLog = async () => {
  const query = { startDate: iso(start), endDate: iso(clock.now()) }
  const { data } = await t.ask(statusOfEquipment, { token, params: { id: machine.id }, query })
  return data.map(({ status_id, started_at }) => [status_id, started_at])
}
const findings = async () => (await verifyCompany({ database: t.db.database, clock }, companyId)).map(describeFinding)

/**
 * Damages the machine as an earlier version did: an interval is offline, late events do not count, and a checkpoint is
 * stale.
 */
async function damage() {
  await t.db.owner.query(
    `update event set is_primary = false where equipment_id = $1 and occurred_at between $2 and $3`,
    [machine.id, start + 20 * MINUTE_MS, start + 40 * MINUTE_MS],
  )
  await t.db.owner.query('delete from status_interval where equipment_id = $1 and started_at > $2 and ended_at <= $3', [
    machine.id,
    start + 15 * MINUTE_MS,
    start + 45 * MINUTE_MS,
  ])
  await t.db.owner.query(
    `insert into status_interval (company_id, equipment_id, status_id, started_at, ended_at)
      select company_id, equipment_id, 3, max(ended_at), $2::bigint from status_interval
      where equipment_id = $1 and ended_at <= $2 group by 1, 2`,
    [machine.id, start + 45 * MINUTE_MS],
  )
  await t.db.owner.query(
    `insert into checkpoint (company_id, equipment_id, at, batch_id, position, state)
      select company_id, equipment_id, $2, 'gone', 0, state from machine_state where equipment_id = $1`,
    [machine.id, start + 30 * MINUTE_MS],
  )
}

test('A lost interval is found by `verify` and repaired by `verify --repair`', async () => {
  const expected = await statusLog()
  expect(await findings()).toEqual([])
  await damage()
  const found = (await findings()).join('\n')
  expect(found).toMatch(/5 of its events are not marked by who was primary at their instant/)
  expect(found).toMatch(/1 of its checkpoints lead to other intervals than its events do/)
  expect(found).toMatch(/Its status is stored as \d there, and its events say \d/)
  const surroundings = {
    config: { dataFolder: '', databaseUrl: t.db.url },
    clock: boundClock(clock),
    logger: silentLogger,
  }
  const repaired = await verifyAll(
    { ...surroundings, progress: () => undefined },
    { repair: true, print: () => undefined },
  )
  expect(repaired).toBe(true)
  expect(await statusLog()).toEqual(expected)
})

test('After an upgrade a machine with a takeover is checked, computed again where it differs, and restated', async () => {
  const expected = await statusLog()
  await damage()
  const list = 'insert into takeover_check (company_id, equipment_id) values ($1, $2)'
  await t.db.owner.query(list, [companyId, machine.id])
  t.app.ready()
  const left = async () => (await t.db.owner.query('select from takeover_check')).rowCount
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 30_000, interval: 100 })
  expect(await statusLog()).toEqual(expected)
  await t.app.flow.rollUp()
  expect(await findings()).toEqual([])
  const query = { startDate: iso(start), endDate: iso(clock.now()) }
  const { restatements } = await t.ask(restatementsOfEquipment, { token, params: { id: machine.id }, query })
  expect(restatements.map(({ cause }) => cause)).toContain('rebuild')
})
