import {
  downtimeFields,
  downtimeOfOrgUnit,
  lostTimeOfOrgUnit,
  runsOfOrgUnit,
  shiftsOfOrgUnit,
} from '@millwatch/contract/http/reports'
import { partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import { statusOfOrgUnit } from '@millwatch/contract/http/reports-status'
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { annotateStop } from '@millwatch/contract/http/stops'
import { createReason, updateReason } from '@millwatch/contract/http/stops-reasons'
import { archiveEquipment, createOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const monday = Date.UTC(2026, 2, 2)
const now = monday + 72 * HOUR_MS
const hours = (at: number): string => new Date(monday + at * HOUR_MS).toISOString()

const { t, token, root } = await appWithCompany({ clock: manualClock(now) })
const allDay = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[0, 86_400, 1]]]))
await t.ask(updateScheduleOfOrgUnit, { token, params: { id: root }, body: { schedule: allDay as never } })
const makeUnit = async (name: string): Promise<number> =>
  (await t.ask(createOrgUnit, { token, body: { name, parent_id: root } })).orgUnit.id
const [first, second, empty] = [
  await makeUnit('First hall'),
  await makeUnit('Second hall'),
  await makeUnit('Empty hall'),
]

/** Makes a machine that stood still from 4:00 to 8:00 on each of three days, with a run over all of it. */
async function machine(name: string) {
  const made = await machineWithDevice(t, token, first, name)
  const events = [0, 24, 48].flatMap((day) => [
    { t: Date.parse(hours(day)), type: 'status', status: 'running' },
    { t: Date.parse(hours(day + 4)), type: 'status', status: 'down' },
    { t: Date.parse(hours(day + 8)), type: 'status', status: 'running' },
  ])
  await made.send([...events, { t: now, type: 'ping', since: monday }])
  const { tag } = await t.ask(createTag, { token, body: { name: `Tag of ${name}` } })
  await t.ask(startRun, { token, body: { equipId: made.id, tags: [tag.id], startedAt: hours(1) } })
  return made
}

type Query = { startDate: string; endDate: string }

/** Returns the rows of each report of a unit, as ids of machines. */
async function machinesIn(id: number, query: Query): Promise<Record<string, number[]>> {
  const asking = { token, params: { id }, query }
  const [stops, lost] = [await t.ask(downtimeOfOrgUnit, asking), await t.ask(lostTimeOfOrgUnit, asking)]
  const { equipment } = await t.ask(statusOfOrgUnit, asking)
  return {
    downtime: stops.data.map((row) => Number(row[downtimeFields.indexOf('equipment_id')])),
    summary: (await t.ask(summaryOfOrgUnit, asking)).equipment.map((row) => row.id),
    lost: lost.report.map(({ equipId }) => equipId),
    runs: (await t.ask(runsOfOrgUnit, asking)).runs.map((run) => run.equipment_id),
    shifts: (await t.ask(shiftsOfOrgUnit, asking)).shifts.map(([, , , , equipId]) => equipId),
    status: equipment.flatMap(({ id: equipId, data }) => data.map(() => equipId)),
    parts: (await t.ask(partsOfOrgUnit, asking)).history.map((row) => row.equipment_id),
  }
}

const whole: Query = { startDate: hours(0), endDate: hours(72) }
const nothing = { downtime: [], summary: [], lost: [], runs: [], shifts: [], status: [], parts: [] }

test('a unit without machines has reports without rows', async () => {
  expect(await machinesIn(empty, whole)).toEqual(nothing)
})

test.each([
  ['before any data', { startDate: '2001-01-01T00:00:00Z', endDate: '2001-02-01T00:00:00Z' }],
  ['that lies ahead', { startDate: '2031-01-01T00:00:00Z', endDate: '2031-02-01T00:00:00Z' }],
])('a period %s has reports without rows, in which the machine stands with nothing', async (_, query) => {
  const { id } = await machine('Saw')
  const { summary, ...rows } = await machinesIn(first, query)
  expect(summary).toContain(id)
  const { equipment } = await t.ask(summaryOfOrgUnit, { token, params: { id: first }, query })
  expect(equipment.map((row) => [row.util_pct, row.scheduled_s, row.excessive])).toEqual(
    equipment.map(() => [null, 0, []]),
  )
  expect({ ...rows, summary: [] }).toEqual(nothing)
})

test('a machine that moved within the period is whole in the reports of the unit where it is now, and in no other', async () => {
  const { id } = await machine('Mover')
  const before = await machinesIn(first, whole)
  await t.ask(updateEquipment, { token, params: { id }, body: { parent_org_unit_id: second, from: hours(36) } })
  const [left, entered] = [await machinesIn(first, whole), await machinesIn(second, whole)]
  for (const [report, machines] of Object.entries(before)) {
    const moved = machines.filter((each) => each === id)
    expect([report, left[report]?.includes(id), entered[report]]).toEqual([report, false, moved])
  }
  // Utilization of a unit is that of the machines that were in it at each instant.
  const summaryOf = async (unit: number) =>
    (await t.ask(summaryOfOrgUnit, { token, params: { id: unit }, query: whole })).units[0]?.scheduled_s
  expect(await summaryOf(second)).toBe(36 * 3600)
})

test('a machine that was archived within the period keeps its past in all reports, and says that it is archived', async () => {
  const { id } = await machine('Gone')
  const before = await machinesIn(first, whole)
  await t.ask(archiveEquipment, { token, params: { id }, body: { archived: true } })
  expect(await machinesIn(first, whole)).toEqual(before)
  const { equipment } = await t.ask(summaryOfOrgUnit, { token, params: { id: first }, query: whole })
  expect(equipment.find((row) => row.id === id)).toMatchObject({ active: false, scheduled_s: 72 * 3600 })
})

test('a removed reason stays on its stops, by name and in all sums, and can be given to no other', async () => {
  const { id } = await machine('Press')
  const { reason } = await t.ask(createReason, { token, body: { reason: 'Jam', groupName: 'Mechanical' } })
  const asking = { token, params: { id: first }, query: whole }
  const rows = async () => {
    const { data } = await t.ask(downtimeOfOrgUnit, asking)
    const ofMachine = data.filter((row) => row[downtimeFields.indexOf('equipment_id')] === id)
    return ofMachine.map(
      (row) => [Number(row[downtimeFields.indexOf('id')]), row[downtimeFields.indexOf('status_reason')]] as const,
    )
  }
  const [given, other] = await rows()
  await t.ask(annotateStop, { token, params: { id: given?.[0] ?? 0 }, body: { status_reason_id: reason.id } })
  await t.ask(updateReason, { token, params: { id: reason.id }, body: { active: false } })
  expect((await rows()).map(([, name]) => name)).toEqual(['Jam', null, null])
  const { equipment, reasons } = await t.ask(summaryOfOrgUnit, asking)
  expect(reasons[reason.id]).toBe('Jam')
  expect(equipment.find((row) => row.id === id)?.excessive).toContainEqual({
    status_reason_id: reason.id,
    stops: 1,
    scheduled_s: 4 * 3600,
  })
  const refused = await t.call('PUT', `/v0/status/${other?.[0]}`, { token, body: { status_reason_id: reason.id } })
  expect(refused.json).toMatchObject({ code: 'reason_inactive' })
})
