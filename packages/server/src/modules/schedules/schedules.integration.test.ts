import { getCompany } from '@millwatch/contract/http/company'
import { shiftsOfEquipment } from '@millwatch/contract/http/reports'
import * as calls from '@millwatch/contract/http/schedules'
import {
  createEquipment,
  createOrgUnit,
  getOrgUnit,
  updateEquipment,
  updateOrgUnit,
} from '@millwatch/contract/http/tree'
import { utilizationSeries } from '@millwatch/contract/http/utilization'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { Minutes } from '@millwatch/lab/reference/minutes'
import { beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const at = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds
const NOON = at('2026-05-13T16:00:00Z') // a Wednesday, in New York
type Ranges = [number, number, 0 | 1 | 2 | 3][]
const everyDay = (ranges: Ranges) => ({ 0: ranges, 1: ranges, 2: ranges, 3: ranges, 4: ranges, 5: ranges, 6: ranges })
const EARLY = everyDay([[21_600, 50_400, 1]]) // 06:00 to 14:00
const LATE = everyDay([[50_400, 79_200, 2]]) // 14:00 to 22:00
const ALL_DAY = everyDay([[0, 86_400, 0]])

const clock = manualClock(NOON)
const { t, root, token } = await appWithCompany({ clock, timezone: 'America/New_York' })
beforeEach(() => clock.set(NOON))

const unit = async (name: string, parent_id = root) =>
  (await t.ask(createOrgUnit, { token, body: { name, parent_id } })).orgUnit.id
const setUnit = async (id: number, schedule: object | null) =>
  (await t.ask(calls.updateScheduleOfOrgUnit, { token, params: { id }, body: { schedule } })).orgUnit
const setMachine = async (id: number, schedule: object | null) =>
  (await t.ask(calls.updateScheduleOfEquipment, { token, params: { id }, body: { schedule } })).equip
const machineWithEvidence = async (unitId: number, when = clock.now()) => {
  const machine = await machineWithDevice(t, token, unitId)
  await machine.send([{ t: when, type: 'ping' }])
  return machine
}
/** Shift history as `05-13T10:00 05-13T18:00 1`, in UTC. */
async function shiftsOf(id: number, from: string, to: string): Promise<string[]> {
  const query = { startDate: from, endDate: to }
  const { shifts } = await t.ask(shiftsOfEquipment, { token, params: { id }, query })
  const wall = (s: number) =>
    Temporal.Instant.fromEpochMilliseconds(s * 1000)
      .toString()
      .slice(5, 16)
  return shifts.map(([start, end, shift]) => `${wall(start)} ${wall(end)} ${shift}`)
}
const today = ['2026-05-13T04:00:00Z', '2026-05-14T04:00:00Z'] as const
const tomorrow = ['2026-05-14T04:00:00Z', '2026-05-15T04:00:00Z'] as const

describe('a schedule', () => {
  test('says in the company tree whose it is, of every unit and machine', async () => {
    const above = await unit('Sources')
    const below = await unit('Line of sources', above)
    const { equip } = await t.ask(createEquipment, { token, body: { name: 'Saw', parent_id: below } })
    const sources = async () => {
      const { tree } = (await t.ask(getCompany, { token })).company
      const site = tree.children.find((child) => child.id === above)
      const line = site?.children[0]
      return [tree, site, line, line?.equipment[0]].map((node) => node?.schedule_source)
    }
    expect(await sources()).toEqual(['self', 'acme', 'acme', 'acme'])
    await setUnit(above, EARLY)
    expect(await sources()).toEqual(['self', 'self', 'Sources', 'Sources'])
    await setMachine(equip.id, LATE)
    expect(await sources()).toEqual(['self', 'self', 'Sources', 'self'])
    await setMachine(equip.id, null)
    await setUnit(below, EARLY)
    expect(await sources()).toEqual(['self', 'self', 'self', 'Line of sources'])
  })

  test('gives a machine another shift than its unit only if it differs, not if the machine has an equal one of its own', async () => {
    const site = await unit('Site of shifts')
    await setUnit(site, EARLY)
    const machine = async (schedule: object | null) => {
      const { equip } = await t.ask(createEquipment, { token, body: { name: 'Saw', parent_id: site } })
      await setMachine(equip.id, schedule)
    }
    const others = async () => {
      const { orgUnit } = await t.ask(getOrgUnit, { token, params: { id: site }, query: {} })
      return [orgUnit.schedule_source, orgUnit.other_shifts, orgUnit.other_last_shifts]
    }
    await machine(null)
    await machine(EARLY)
    expect(await others()).toEqual(['self', 0, 0])
    await machine(LATE)
    // At noon the unit is in its early shift; the late one ended at 22:00 yesterday, the early one before it at 14:00.
    expect(await others()).toEqual(['self', 1, 1])
    // From 22:00 the late shift is the last one of its machine, and the early one still that of the others.
    clock.set(at('2026-05-14T03:00:00Z'))
    expect(await others()).toEqual(['self', 1, 1])
  })

  test('is taken from the nearest unit above that has one, and given back', async () => {
    const site = await unit('Site')
    const line = await unit('Line', site)
    const { equip } = await t.ask(createEquipment, { token, body: { name: 'Press', parent_id: line } })
    expect(await setUnit(site, { 3: [[0, 300, 2]] })).toEqual({
      id: site,
      name: 'Site',
      schedule: { 0: [], 1: [], 2: [], 3: [[0, 300, 2]], 4: [], 5: [], 6: [] },
      schedule_source: 'self',
    })
    expect(await setMachine(equip.id, EARLY)).toMatchObject({ schedule: EARLY, schedule_source: 'self' })
    expect(await setMachine(equip.id, null)).toMatchObject({ schedule: { 3: [[0, 300, 2]] }, schedule_source: 'Site' })
    expect(await setUnit(line, LATE)).toMatchObject({ schedule: LATE, schedule_source: 'self' })
    expect(await setUnit(line, null)).toMatchObject({ schedule: { 3: [[0, 300, 2]] }, schedule_source: 'Site' })
    expect(await setUnit(site, null)).toMatchObject({ schedule: ALL_DAY, schedule_source: 'acme' })
    expect(await setUnit(root, EARLY)).toMatchObject({ schedule_source: 'self' })
    expect(await setUnit(root, null)).toMatchObject({ schedule: ALL_DAY, schedule_source: 'self' })
  })

  test('that is none is refused with the place of the fault, and nothing changes', async () => {
    const site = await unit('Strict')
    await setUnit(site, EARLY)
    const put = async (schedule: unknown) => {
      const answer = await t.call('PUT', `/v0/o/${site}/schedule`, { token, body: { schedule } })
      return [answer.status, (answer.json as { error: string }).error]
    }
    expect(await put({ 1: [[300, 200, 1]] })).toEqual([400, expect.stringContaining('body/schedule/1/0 does not end')])
    expect(
      await put({
        1: [
          [0, 600, 1],
          [300, 900, 1],
        ],
      }),
    ).toEqual([400, expect.stringContaining('1/1 starts before')])
    for (const schedule of [
      { 7: [] },
      { 1: [[0, 86_401, 1]] },
      { 1: [[0, 300, 4]] },
      { 1: [[0, 300]] },
      [],
      'x',
      undefined,
    ])
      expect((await put(schedule))[0]).toBe(400)
    expect(await setMachine((await machineWithEvidence(site)).id, null)).toMatchObject({
      schedule: EARLY,
      schedule_source: 'Strict',
    })
  })

  test('counts from the instant of its change: the past stays, what is ahead is written again', async () => {
    const site = await unit('Changing')
    await setUnit(site, EARLY)
    const ownMachine = await machineWithEvidence(site)
    const inheriting = await machineWithEvidence(site)
    await setMachine(ownMachine.id, EARLY)
    expect(await shiftsOf(inheriting.id, ...today)).toEqual(['05-13T10:00 05-13T18:00 1'])
    await setUnit(site, everyDay([[0, 86_400, 3]]))
    expect(await shiftsOf(inheriting.id, ...today)).toEqual(['05-13T10:00 05-13T16:00 1', '05-13T16:00 05-14T04:00 3'])
    expect(await shiftsOf(inheriting.id, ...tomorrow)).toEqual(['05-14T04:00 05-15T04:00 3'])
    expect(await shiftsOf(ownMachine.id, ...today)).toEqual(['05-13T10:00 05-13T18:00 1'])
  })

  test('is written through tomorrow whenever it is asked for, and not before', async () => {
    const machine = await machineWithEvidence(await unit('Ahead'))
    expect(await shiftsOf(machine.id, '2026-05-14T04:00:00Z', '2026-05-20T04:00:00Z')).toEqual([
      '05-14T04:00 05-15T04:00 0',
    ])
    clock.set(at('2026-05-18T12:00:00Z'))
    const rows = await shiftsOf(machine.id, '2026-05-14T04:00:00Z', '2026-05-25T04:00:00Z')
    expect(rows.at(-1)).toBe('05-19T04:00 05-20T04:00 0')
    expect(rows).toHaveLength(6)
  })
})

describe('a time zone that changes', () => {
  test('counts from its instant, also where it is inherited, and rows keep the zone they were written in', async () => {
    const site = await unit('Moving zone')
    const line = await unit('Line', site)
    await setUnit(site, EARLY)
    const machine = await machineWithEvidence(line)
    const zone = (id: number, timezone: string | null) =>
      t.ask(updateOrgUnit, { token, params: { id }, body: { timezone } })
    await zone(site, 'America/Los_Angeles') // 09:00 there
    expect(await shiftsOf(machine.id, ...today)).toEqual(['05-13T10:00 05-13T16:00 1', '05-13T16:00 05-13T21:00 1'])
    expect(await shiftsOf(machine.id, ...tomorrow)).toEqual(['05-14T13:00 05-14T21:00 1'])
    await zone(line, 'UTC') // 16:00 there: no shift goes on
    expect(await shiftsOf(machine.id, '2026-05-13T04:00:00Z', '2026-05-15T04:00:00Z')).toEqual([
      '05-13T10:00 05-13T16:00 1',
      '05-14T06:00 05-14T14:00 1',
    ])
    await zone(line, null)
    const { rows } = await t.db.owner.query(
      'select zone, count(*)::int as n from shift_history where equipment_id = $1 group by zone order by zone',
      [machine.id],
    )
    expect(rows).toEqual([
      { zone: 'America/Los_Angeles', n: 2 },
      { zone: 'America/New_York', n: 1 },
    ])
  })

  test('of a unit with a zone of its own changes nothing below it', async () => {
    const site = await unit('Above')
    const line = await unit('Own zone', site)
    await t.ask(updateOrgUnit, { token, params: { id: line }, body: { timezone: 'America/Chicago' } })
    const machine = await machineWithEvidence(line)
    const all = ['2026-05-12T04:00:00Z', '2026-05-16T04:00:00Z'] as const
    const before = await shiftsOf(machine.id, ...all)
    await t.ask(updateOrgUnit, { token, params: { id: site }, body: { timezone: 'Asia/Tokyo' } })
    expect(await shiftsOf(machine.id, ...all)).toEqual(before)
    expect(before).toHaveLength(2)
  })
})

test('A machine that is moved is written by the schedule and zone of its new place from then on', async () => {
  const from = await unit('From')
  const to = await unit('To')
  await setUnit(from, EARLY)
  await setUnit(to, LATE)
  await t.ask(updateOrgUnit, { token, params: { id: to }, body: { timezone: 'America/Chicago' } })
  const machine = await machineWithEvidence(from)
  await t.ask(updateEquipment, { token, params: { id: machine.id }, body: { parent_org_unit_id: to } })
  expect(await shiftsOf(machine.id, '2026-05-13T04:00:00Z', '2026-05-15T05:00:00Z')).toEqual([
    '05-13T10:00 05-13T16:00 1',
    '05-13T19:00 05-14T03:00 2',
    '05-14T19:00 05-15T03:00 2',
  ])
})

test('Machines that begin while a schedule changes are written by the old one or the new one, and then by the new', async () => {
  const site = await unit('Racing')
  await setUnit(site, EARLY)
  const machines = await Promise.all(Array.from({ length: 12 }, () => machineWithDevice(t, token, site)))
  await Promise.all([...machines.map((machine) => machine.send([{ t: NOON, type: 'ping' }])), setUnit(site, LATE)])
  for (const machine of machines) {
    const ahead = await shiftsOf(machine.id, ...tomorrow)
    expect(ahead).toEqual(['05-14T18:00 05-15T02:00 2'])
  }
})

test('Scheduled time follows every change in the middle of history, hour by hour, over a day of change', async () => {
  const [site, elsewhere] = [await unit('Stages'), await unit('Lord Howe')]
  const zone = (id: number, timezone: string | null) =>
    t.ask(updateOrgUnit, { token, params: { id }, body: { timezone } })
  const NIGHT: Ranges = [
    [0, 21_600, 3],
    [79_200, 86_400, 3],
  ]
  const SHORT: Ranges = [
    [5400, 9000, 1],
    [10_800, 72_000, 2],
  ]
  const MIDDAY: Ranges = [[36_000, 50_400, 2]]
  clock.set(at('2026-03-05T12:00:00Z'))
  await zone(elsewhere, 'Australia/Lord_Howe')
  await setUnit(elsewhere, everyDay(NIGHT))
  await setUnit(site, everyDay(MIDDAY))
  const machine = await machineWithEvidence(site)
  const stages: [string, string, Ranges, () => Promise<unknown>][] = [
    ['2026-03-05T12:00:00Z', 'America/New_York', MIDDAY, async () => undefined],
    ['2026-03-07T16:17:00Z', 'America/Denver', MIDDAY, () => zone(site, 'America/Denver')],
    ['2026-03-08T08:30:00Z', 'America/Denver', SHORT, () => setUnit(site, everyDay(SHORT))],
    ['2026-03-08T20:05:00Z', 'America/Denver', NIGHT, () => setMachine(machine.id, everyDay(NIGHT))],
    ['2026-03-09T03:00:00Z', 'America/New_York', NIGHT, () => zone(site, null)],
    ['2026-03-09T18:00:00Z', 'America/New_York', SHORT, () => setMachine(machine.id, null)],
    [
      '2026-03-10T21:45:00Z',
      'Australia/Lord_Howe',
      NIGHT,
      () => t.ask(updateEquipment, { token, params: { id: machine.id }, body: { parent_org_unit_id: elsewhere } }),
    ],
  ]
  for (const [when, , , change] of stages) {
    clock.set(at(when))
    await change()
  }
  clock.set(at('2026-03-12T12:00:00Z'))
  const walks = stages.map(([when, name, ranges], i) => ({
    from: at(when),
    to: at(stages[i + 1]?.[0] ?? '2026-03-12T12:00:00Z'),
    walk: new Minutes({ zone: name, ranges, running: [] }, at('2026-03-03T00:00:00Z'), at('2026-03-13T00:00:00Z')),
  }))
  const scheduledS = (from: number, to: number) =>
    walks.reduce((sum, stage) => {
      const question = {
        from: Math.max(from, stage.from),
        to: Math.min(to, stage.to),
        interval: 86_400,
        shift: 0,
        dayStartMin: 0,
      }
      return sum + stage.walk.buckets(question).reduce((more, bucket) => more + bucket.scheduledS, 0)
    }, 0)
  const query = { ids: String(machine.id), startDate: '2026-03-05T12:00:00Z', endDate: '2026-03-12T12:00:00Z' }
  const { times, equipment } = await t.ask(utilizationSeries, { token, query: { ...query, interval: 3600, tz: 'UTC' } })
  const expected = times.time.map((startS) => scheduledS(startS * 1000, startS * 1000 + 60 * MINUTE_MS))
  expect(equipment[0]?.scheduled_secs).toEqual(expected)
  expect(expected.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(150_000)
})

describe('a schedule template', () => {
  test('that is saved as it was has no further audit entry', async () => {
    const template = { name: 'As it was', type: 'weekly', schedule_json_local: EARLY } as const
    const { id } = (await t.ask(calls.createScheduleTemplate, { token, body: { template } })).template
    const { type: _, ...change } = template
    await t.ask(calls.updateScheduleTemplate, { token, params: { id }, body: { template: change } })
    const { rows } = await t.db.owner.query('select operation from audit_entry where subject = $1', [
      `schedule_template/${id}`,
    ])
    expect(rows).toEqual([{ operation: 'schedule_template.create' }])
    await t.ask(calls.deleteScheduleTemplate, { token, params: { id } })
  })

  test('is added empty or filled, renamed, filled, listed and deleted', async () => {
    const create = async (template: object) =>
      (await t.ask(calls.createScheduleTemplate, { token, body: { template: template as never } })).template
    const daily = await create({ name: 'Two shifts', type: 'daily' })
    expect(daily).toEqual({ id: daily.id, name: 'Two shifts', type: 'daily', schedule_json_local: [] })
    const weekly = await create({ name: 'Week', type: 'weekly', schedule_json_local: { 1: [[0, 300, 1]] } })
    const days = { 0: [], 2: [], 3: [], 4: [], 5: [], 6: [] }
    expect(weekly.schedule_json_local).toEqual({ ...days, 1: [[0, 300, 1]] })
    const params = { id: daily.id }
    const filled = { schedule_json_local: [[0, 300, 1]] as Ranges }
    await t.ask(calls.updateScheduleTemplate, { token, params, body: { template: filled } })
    await t.ask(calls.updateScheduleTemplate, { token, params, body: { template: { name: 'One shift' } } })
    const { templates } = await t.ask(calls.scheduleTemplates, { token })
    expect(templates).toEqual([{ id: daily.id, name: 'One shift', type: 'daily', ...filled }, weekly])
    await t.ask(calls.deleteScheduleTemplate, { token, params })
    expect((await t.ask(calls.scheduleTemplates, { token })).templates).toEqual([weekly])
    expect((await t.call('DELETE', `/v0/scheduletemplates/${daily.id}`, { token })).status).toBe(404)
  })

  test.each([
    [{ name: ' ', type: 'daily' }],
    [{ name: 'x', type: 'monthly' }],
    [{ name: 'x', type: 'daily', schedule_json_local: { 1: [] } }],
    [{ name: 'x', type: 'weekly', schedule_json_local: [] }],
    [{ name: 'x', type: 'daily', schedule_json_local: [[300, 0, 1]] }],
    [
      {
        name: 'x',
        type: 'weekly',
        schedule_json_local: {
          1: [
            [0, 600, 1],
            [0, 300, 1],
          ],
        },
      },
    ],
  ])('that is none is refused: %o', async (template) => {
    expect((await t.call('POST', '/v0/scheduletemplates', { token, body: { template } })).status).toBe(400)
  })
})

test('Every change is in the audit log with what was before', async () => {
  const site = await unit('Audited')
  await setUnit(site, EARLY)
  await setUnit(site, null)
  const { rows } = await t.db.owner.query(
    `select operation, before, after from audit_entry where subject = $1 and operation like '%schedule%' order by occurred_at, audit_entry_id`,
    [`org_unit/${site}`],
  )
  expect(rows.map(({ before, after }) => [before.schedule === null, after.schedule === null])).toEqual([
    [true, false],
    [false, true],
  ])
})
