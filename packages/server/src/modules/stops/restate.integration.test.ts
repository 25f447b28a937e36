import { readJob } from '@millwatch/contract/http/jobs'
import { shiftsOfEquipment } from '@millwatch/contract/http/reports'
import { restatementsOfEquipment } from '@millwatch/contract/http/reports-status'
import { destroyShifts } from '@millwatch/contract/http/shifts'
import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test, vi } from 'vitest'

const now = Date.now()
const iso = (at: number) => new Date(at).toISOString()
const period = { startDate: iso(now - 12 * HOUR_MS), endDate: iso(now) }

const { t, root: unitId, token } = await appWithCompany()

test('a shift that an admin takes out of the past is recorded as a restatement, with who did it', async () => {
  const { id, send } = await machineWithDevice(t, token, unitId)
  const begin = now - 3 * HOUR_MS
  await send([
    { t: begin, type: 'status', status: 'running' },
    { t: begin + HOUR_MS, type: 'status', status: 'down' },
    { t: now, type: 'ping', since: begin },
  ])
  const request = { token, params: { id }, query: period }
  const { shifts } = await t.ask(shiftsOfEquipment, request)
  const ids = shifts.map((shift) => shift[3])
  const { job } = await t.ask(destroyShifts, { token, body: { shiftHistoryIds: ids } })
  const ended = async () => (await t.ask(readJob, { token, params: { id: job.id } })).job
  await vi.waitFor(async () => expect((await ended()).state).toBe('finished'), { timeout: 20_000, interval: 50 })
  const { restatements } = await t.ask(restatementsOfEquipment, request)
  const edited = restatements.filter((restatement) => restatement.cause === 'edited_shift')
  const sum = (field: (restatement: (typeof edited)[number]) => number) =>
    edited.reduce((total, restatement) => total + field(restatement), 0)
  expect(edited.length).toBeGreaterThan(0)
  expect(edited.every((restatement) => restatement.user_id !== null && restatement.after.scheduled_s === 0)).toBe(true)
  expect(edited.every((restatement) => restatement.before.down_s === restatement.after.down_s)).toBe(true)
  expect(sum((restatement) => restatement.before.scheduled_s)).toBeGreaterThanOrEqual(3 * 3600)
  expect(sum((restatement) => restatement.before.excessive_stops)).toBeGreaterThan(0)
  expect(sum((restatement) => restatement.after.excessive_stops)).toBe(0)
})
