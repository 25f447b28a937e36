import type { Answer } from '@millwatch/contract/endpoint'
import { downtimeFields, downtimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { createReason } from '@millwatch/contract/http/stops-reasons'
import { archiveEquipment, createOrgUnit, getOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany, tokensOf } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

/** A Monday; 00:00 in Chicago is 05:00 UTC. */
const monday = Date.parse('2026-06-08T05:00:00Z')
const clock = manualClock(monday)
const iso = (ms: number) => new Date(ms).toISOString()

const { t, company, root } = await appWithCompany({ clock, timezone: 'America/Chicago' })
const tokens = await tokensOf(t, company)
const { admin } = tokens
const addUnit = async (name: string, parent_id: number) =>
  (await t.ask(createOrgUnit, { token: admin, body: { name, parent_id } })).orgUnit.id
const site = await addUnit('Rockford', root)
const stamping = await addUnit('Stamping', site)
const assembly = await addUnit('Assembly', site)
const empty = await addUnit('Brno', root)
const units = [root, empty, site, assembly, stamping]
const now = monday + 3 * DAY_MS + 15 * HOUR_MS

const period = { startDate: iso(monday), endDate: iso(now) }
type Summary = Answer<typeof summaryOfOrgUnit>
const summary = (id: number, more: object = {}): Promise<Summary> =>
  t.ask(summaryOfOrgUnit, { token: tokens.user, params: { id }, query: { ...period, ...more } })
const rowOf = ({ equipment }: Summary, name: string) => {
  const row = equipment.find((machine) => machine.name === name)
  if (row === undefined) throw new Error(`no ${name}`)
  return row
}

const excessiveIn = ({ equipment }: Summary) => equipment.map(({ id, excessive }) => [id, excessive])

/** Machine that runs from 6:00 each day, with stops of so many minutes from 8:00 and from 12:00, until 16:00. */
async function machine(name: string, unit: number, [first, second]: [number, number], silentFrom = now) {
  clock.set(monday)
  const made = await machineWithDevice(t, admin, unit, name)
  clock.set(now)
  const at = (dayNo: number, minutes: number) => monday + dayNo * DAY_MS + minutes * MINUTE_MS
  const events = [0, 1, 2, 3].flatMap((dayNo) =>
    [
      [at(dayNo, 360), 'running'],
      [at(dayNo, 480), 'down'],
      [at(dayNo, 480 + first), 'running'],
      [at(dayNo, 720), 'down'],
      [at(dayNo, 720 + second), 'running'],
      [at(dayNo, 960), 'down'],
    ].flatMap(([at, status]) => (Number(at) < silentFrom ? [{ t: Number(at), type: 'status', status }] : [])),
  )
  await made.send([
    ...events,
    { t: monday + 7 * HOUR_MS, type: 'cycle', cycle_time: 10 },
    { t: silentFrom, type: 'ping', since: monday + HOUR_MS },
  ])
  return made
}

beforeAll(async () => {
  const shift: [number, number, 1 | 2][] = [
    [6 * 3600, 14 * 3600, 1],
    [14 * 3600, 20 * 3600, 2],
  ]
  const schedule = { 0: [], 1: shift, 2: shift, 3: shift, 4: shift, 5: shift, 6: [] }
  await t.ask(updateScheduleOfOrgUnit, { token: admin, params: { id: site }, body: { schedule } })
  const press = await machine('Press 1', stamping, [50, 100])
  const moved = await machine('Press 2', stamping, [10, 40])
  const excluded = await machine('Line 1', assembly, [20, 35])
  const archived = await machine('Line 2', assembly, [60, 0])
  await machine('Saw', site, [0, 0], monday + 2 * DAY_MS + 8 * HOUR_MS)
  await t.ask(updateEquipment, {
    token: admin,
    params: { id: moved.id },
    body: { parent_org_unit_id: assembly, from: iso(monday + 2 * DAY_MS) },
  })
  await t.ask(updateEquipment, {
    token: admin,
    params: { id: excluded.id },
    body: { util_excluded: true, from: iso(monday + DAY_MS) },
  })
  const jam = (await t.ask(createReason, { token: admin, body: { reason: 'Jam' } })).reason.id
  const { data } = await t.ask(downtimeOfOrgUnit, { token: admin, params: { id: root }, query: period })
  const ofPress = data.filter((row) => row[1] === press.id).map((row) => row[0])
  await t.call('PUT', `/v0/status/${ofPress[0]}`, { token: admin, body: { status_reason_id: jam } })
  await t.call('PUT', `/v0/status/${ofPress[1]}`, { token: tokens.superuser, body: { xsf_report_ignored: true } })
  await t.ask(archiveEquipment, { token: admin, params: { id: archived.id }, body: { archived: true } })
})

describe('the summary of a unit', () => {
  test.each([{}, { shift: 1 }, { shift: 2, tz: 'Asia/Kolkata' }])(
    'has the figures of the pages of units: %o',
    async (more) => {
      const { units: rows, equipment, as_of: asOf } = await summary(root, more)
      expect(rows.map(({ id }) => id)).toEqual(units)
      expect(rows.map(({ parent_id: parent }) => parent)).toEqual([null, root, root, site, site])
      for (const row of rows) {
        const query = { ...period, ...more }
        const { orgUnit } = await t.ask(getOrgUnit, { token: tokens.user, params: { id: row.id }, query })
        expect({ asOf, ...row }).toMatchObject({
          asOf: orgUnit.as_of,
          run_secs: orgUnit.figures.run_secs,
          scheduled_s: orgUnit.figures.scheduled_s,
          util_pct: orgUnit.figures.util_pct,
        })
        for (const tile of orgUnit.equipment)
          expect(equipment.find(({ id }) => id === tile.id)).toMatchObject({
            run_secs: tile.util_s,
            scheduled_s: tile.util_s_available,
            util_pct: tile.util_pct,
            util_excluded: tile.util_excluded,
            current_status: tile.current_status,
            active: tile.active,
            latest_cycle_at: tile.latest_cycle?.occurred_at ?? null,
            last_contact_at: tile.last_ping_at,
          })
      }
      expect(rows.find(({ id }) => id === empty)).toMatchObject({ scheduled_s: 0, util_pct: null })
    },
  )

  test.each([{}, { shift: 1 }, { shift: 3 }])(
    'has the excessive stops of the report of excessive downtime, without those ignored: %o',
    async (more) => {
      const answer = await summary(root, more)
      const { data } = await t.ask(downtimeOfOrgUnit, { token: tokens.user, params: { id: root }, query: period })
      const rows = data.map((row) => Object.fromEntries(downtimeFields.map((field, i) => [field, row[i]])))
      for (const id of new Set(rows.map((row) => row.equipment_id))) {
        const { excessive = [] } = answer.equipment.find((machine) => machine.id === id) ?? {}
        const ofMachine = rows.filter((row) => row.equipment_id === id)
        const sum = (values: readonly unknown[]) => values.reduce<number>((all, value) => all + Number(value), 0)
        expect(sum(excessive.map(({ stops }) => stops))).toBe(ofMachine.length)
        expect(sum(excessive.map(({ scheduled_s: s }) => s))).toBe(sum(ofMachine.map((row) => row.xsf_dt_duration_s)))
      }
      // The same from rows of built rollups.
      await t.app.flow.rollUp()
      expect(excessiveIn(await summary(root, more))).toEqual(excessiveIn(answer))
      // 50 and 100 minutes a day for four days, and 4 h from 16:00 to 20:00 on three; one of the stops is ignored.
      const { excessive } = rowOf(answer, 'Press 1')
      expect(excessive.map(({ stops }) => stops)).toEqual([9, 1])
      expect(answer.reasons).toEqual({ [String(excessive[1]?.status_reason_id)]: 'Jam' })
      expect(excessive[0]?.status_reason_id).toBeNull()
    },
  )

  test('is refused for a period of more columns than an answer can hold', async () => {
    const query = `startDate=0001-01-01T00:00:00Z&endDate=${iso(now)}`
    const refused = await t.call('GET', `/v0/o/${root}/reports/summary?${query}`, { token: tokens.user })
    expect(refused.status).toBe(400)
  })

  test('has utilization by day, none on days without data, and the scheduled time without data', async () => {
    const { buckets, ...answer } = await summary(site)
    expect(buckets).toMatchObject({ interval: 86_400, tz: 'America/Chicago' })
    expect(buckets.time).toEqual([0, 1, 2, 3].map((dayNo) => (monday + dayNo * DAY_MS) / 1000))
    const saw = rowOf(answer as Summary, 'Saw')
    expect(saw.by_bucket).toEqual([expect.closeTo((10 / 14) * 100, 2), expect.closeTo((10 / 14) * 100, 2), 14.29, null])
    expect(saw.buckets_without_data).toEqual([3])
    expect(saw.offline_scheduled_s).toBe((12 + 9) * 3600)
    expect(rowOf(answer as Summary, 'Press 1').offline_scheduled_s).toBe(0)
    const hours = await summary(site, { startDate: iso(now - 8 * HOUR_MS) })
    expect(hours.buckets.interval).toBe(3600)
  })

  test('says which machines had no cycle for 48 hours', async () => {
    const { equipment } = await summary(root)
    const flagged = equipment.filter((row) => row.no_recent_cycle).map(({ name }) => name)
    expect(flagged).toEqual(['Line 1', 'Press 1', 'Press 2', 'Saw'])
  })
})
