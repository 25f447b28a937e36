import { reliabilityOfEquipment, reliabilityOfOrgUnit } from '@millwatch/contract/http/reports-reliability'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { createReason, updateReason } from '@millwatch/contract/http/stops-reasons'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany, tokensOf } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.UTC(2026, 2, 2, 8)
const clock = manualClock(start)
const at = (minutes: number) => start + minutes * MINUTE_MS
const iso = (minutes: number) => new Date(at(minutes)).toISOString()

const { t, company, root } = await appWithCompany({ clock })
const tokens = await tokensOf(t, company)
const token = tokens.user

const reasonNamed = async (reason: string, failure: boolean) =>
  (await t.ask(createReason, { token: tokens.admin, body: { reason, failure } })).reason.id
const broken = await reasonNamed('Broken', true)
const cleaning = await reasonNamed('Cleaning', false)

/** Makes a machine with five stops: at 10 to 20, 30 to 60, 70 to 75, 80 to 90, and from 100 on, minutes after the start. */
async function machine() {
  clock.set(start)
  const made = await machineWithDevice(t, tokens.admin, root)
  clock.set(at(120))
  const edges = [0, 10, 20, 30, 60, 70, 75, 80, 90, 100]
  await made.send(
    edges.map((minutes, i) => ({ t: at(minutes), type: 'status', status: i % 2 === 0 ? 'running' : 'down' })),
  )
  await made.send([{ t: at(120), type: 'ping', since: at(0) }])
  const query = { startDate: iso(-60), endDate: iso(120) }
  const stopIds = async () =>
    (await t.ask(statusOfEquipment, { token, params: { id: made.id }, query })).data
      .filter((interval) => interval.status_id === 2)
      .toSorted((a, b) => a.started_at.localeCompare(b.started_at))
      .map(({ id }) => id)
  return { ...made, stopIds }
}

const write = async (id: number | undefined, body: object) => {
  const answer = await t.call('PUT', `/v0/status/${id}`, { token: tokens.superuser, body })
  expect(answer.status).toBe(200)
}
const figures = async (id: number, from: number, to: number) =>
  (await t.ask(reliabilityOfEquipment, { token, params: { id }, query: { startDate: iso(from), endDate: iso(to) } }))
    .reliability

test('only stops with a reason marked as failure count, whole, in the period in which they begin', async () => {
  const { id, stopIds } = await machine()
  const none = { failures: 0, repairs: 0, repair_s: 0, mtbf_s: null, mttr_s: null }
  expect(await figures(id, 0, 120)).toEqual({ ...none, operating_s: 45 * 60 })
  const [first, second, third, fourth, last] = await stopIds()
  await write(first, { status_reason_id: broken })
  await write(second, { status_reason_id: broken })
  await write(third, { status_reason_id: cleaning })
  await write(fourth, { status_reason_id: broken })
  await write(fourth, { xsf_report_ignored: true })
  const both = { operating_s: 45 * 60, failures: 2, repairs: 2, repair_s: 40 * 60 }
  expect(await figures(id, 0, 120)).toEqual({ ...both, mtbf_s: 22.5 * 60, mttr_s: 20 * 60 })
  // The second failure began before the one period and ends after the other.
  expect(await figures(id, 40, 120)).toEqual({ ...none, operating_s: 25 * 60 })
  expect(await figures(id, 25, 40)).toMatchObject({ operating_s: 5 * 60, failures: 1, repair_s: 30 * 60 })
  await write(last, { status_reason_id: broken })
  const withLast = { operating_s: 45 * 60, failures: 3, repairs: 2, repair_s: 40 * 60 }
  expect(await figures(id, 0, 120)).toEqual({ ...withLast, mtbf_s: 15 * 60, mttr_s: 20 * 60 })
})

test('the mark of the reason counts as it is now, and a unit has the figures of each machine', async () => {
  const { id, stopIds } = await machine()
  const other = await machine()
  const [first] = await stopIds()
  await write(first, { status_reason_id: cleaning })
  const query = { startDate: iso(0), endDate: iso(120) }
  const ofUnit = async () => {
    const { equipment } = await t.ask(reliabilityOfOrgUnit, { token, params: { id: root }, query })
    return [id, other.id].map((machineId) => equipment.find((row) => row.id === machineId)?.failures)
  }
  expect(await ofUnit()).toEqual([0, 0])
  await t.ask(updateReason, { token: tokens.admin, params: { id: cleaning }, body: { failure: true } })
  expect(await ofUnit()).toEqual([1, 0])
  await t.ask(updateReason, { token: tokens.admin, params: { id: cleaning }, body: { failure: false, active: false } })
  expect(await ofUnit()).toEqual([0, 0])
})

test('an empty period has no figures, and an unknown machine is not found', async () => {
  const { id } = await machine()
  expect(await figures(id, 30, 30)).toMatchObject({ operating_s: 0, failures: 0, mtbf_s: null, mttr_s: null })
  const path = `/v0/e/99999999/reports/reliability?startDate=${iso(0)}&endDate=${iso(9)}`
  expect((await t.call('GET', path, { token })).status).toBe(404)
})
