import { archiveEquipment, getEquipment, getOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import { utilizationDetail, utilizationOfOrgUnits, utilizationSeries } from '@millwatch/contract/http/utilization'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { day, iso, local, midnight, pressInHall } from './figures.testing.ts'

const { t, root, admin, user, hall, press, util } = await pressInHall()

describe('figures', () => {
  test('are of scheduled time, with what was left out and why, and money for admins', async () => {
    expect(await util()).toMatchObject({
      running_s: 3 * 3600 + 3000,
      down_s: 7 * 3600 + 600,
      offline_s: 0,
      scheduled_s: 9 * 3600,
      run_secs: 3 * 3600 + 3000,
      cycles: 30,
      parts: 30,
      potential_parts: 90,
      missed_parts: 60,
      potential_revenue: 900,
      revenue: expect.closeTo((100 * (3 * 3600 + 3000)) / 3600, 9),
      missed_revenue: expect.closeTo(900 - (100 * (3 * 3600 + 3000)) / 3600, 9),
      explained: {
        running_inside_s: 3 * 3600 + 3000,
        running_outside_counted_s: 0,
        running_outside_left_out_s: 0,
        short_downtime_counted_s: 0,
        short_downtime_left_out_s: 600,
        excessive_downtime_s: 5 * 3600,
        offline_scheduled_s: 0,
      },
      as_of: iso(local(16)),
    })
  })

  test('of a shift are of the time inside it', async () => {
    expect(await util({ shift: 3 })).toMatchObject({ scheduled_s: 3600, run_secs: 3600, util_pct: 100, cycles: 0 })
    expect(await util({ shift: 1 })).toMatchObject({ scheduled_s: 8 * 3600, run_secs: 2 * 3600 + 3000, cycles: 30 })
    expect(await util({ shift: 0 })).toEqual(await util())
    expect(await util({ shift: 2 })).toMatchObject({ scheduled_s: 0, util_pct: null })
  })

  test('by buckets come to the whole, in the zone asked for', async () => {
    const whole = await util()
    for (const more of [{}, { tz: 'Asia/Kolkata' }, { tz: 'UTC', dayStartMin: 375 }, { shift: 1 }]) {
      const total = await util(more)
      for (const interval of [900, 3600, 86_400, 604_800] as const) {
        const { buckets } = await util({ ...more, interval })
        const sum = (column: readonly number[] = []) => column.reduce((all, value) => all + value, 0)
        expect(buckets).toMatchObject({ interval, tz: more.tz ?? 'America/New_York' })
        expect(sum(buckets?.run_secs)).toBeCloseTo(total.run_secs, 6)
        expect(sum(buckets?.scheduled_secs)).toBeCloseTo(total.scheduled_s, 6)
        expect(sum(buckets?.cycles)).toBe(total.cycles)
        expect(sum(buckets?.parts)).toBe(total.parts)
        expect(buckets?.time.length).toBe(buckets?.ended_at.length)
      }
    }
    const { buckets } = await util({ interval: 3600 })
    expect(buckets?.time.slice(0, 2)).toEqual([local(0) / 1000, local(1) / 1000])
    expect(buckets?.util_pct.slice(4, 9)).toEqual([null, 100, 100, 100, expect.closeTo((100 * 50) / 60, 9)])
    expect((await util({ interval: 86_400, tz: 'UTC' })).buckets?.time).toEqual([local(0) / 1000])
    expect(whole).not.toHaveProperty('buckets')
  })

  test('by days of a shift bear its date, the night the day it began on', async () => {
    const night = await machineWithDevice(t, admin, hall, 'night')
    await night.send([
      { t: local(-4), type: 'ping' },
      { t: local(16), type: 'ping' },
    ])
    const { buckets } = await util({ interval: 86_400, shift: 3 }, admin, night.id)
    expect(buckets?.shift_date).toEqual([20260609, 20260610])
    expect(buckets?.scheduled_secs).toEqual([6 * 3600, 0])
    expect((await util({ interval: 86_400 })).buckets?.shift_date).toEqual([null])
    await t.ask(archiveEquipment, { token: admin, params: { id: night.id }, body: { archived: true } })
    const from = iso(midnight - 24 * HOUR_MS)
    await t.ask(updateEquipment, { token: admin, params: { id: night.id }, body: { util_excluded: true, from } })
  })

  test.each([
    ['a zone that is none', { tz: 'Mars/Olympus' }],
    ['a zone by its offset', { tz: '+02:00' }],
    ['a shift that is none', { shift: 4 }],
    ['an interval that is none', { interval: 60 }],
    ['a day that starts too late', { dayStartMin: 1426 }],
    ['more buckets than anybody looks at', { interval: 900, startDate: '2020-01-01T00:00:00Z' }],
  ])('refuse %s', async (_what, more) => {
    const query = new URLSearchParams(
      Object.entries({ ids: String(press.id), ...day, ...more }).map(([k, v]) => [k, `${v}`]),
    )
    for (const path of ['/v0/util/e', '/v0/util/equips']) {
      const answer = await t.call('GET', `${path}?${query}`, { token: user })
      expect([path, answer.status]).toEqual([path, 400])
      expect(answer.json).toMatchObject({ code: 'invalid_request', error: expect.stringContaining('querystring') })
    }
  })

  test('contain what was acknowledged just before, however late', async () => {
    const late = await machineWithDevice(t, admin, hall, 'late')
    await late.send([{ t: local(15), type: 'ping' }])
    for (let hours = 7; hours < 12; hours++) {
      await late.send([{ t: local(hours), type: 'cycle', cycle_time: 60 }])
      const [machine, unit] = await Promise.all([
        util({}, user, late.id),
        t.ask(utilizationOfOrgUnits, { token: user, query: { ids: String(hall), ...day } }),
      ])
      expect(machine.cycles).toBe(hours - 6)
      expect(unit.orgUnits[0]?.cycles).toBe(30 + hours - 6)
    }
    await t.ask(archiveEquipment, { token: admin, params: { id: late.id }, body: { archived: true } })
    await t.ask(updateEquipment, {
      token: admin,
      params: { id: late.id },
      body: { util_excluded: true, from: iso(midnight - 24 * HOUR_MS) },
    })
  })
})

describe('money', () => {
  const paths = () => [
    `/v0/e/${press.id}`,
    `/v0/o/${hall}`,
    `/v0/o/${hall}?startDate=${day.startDate}&endDate=${day.endDate}`,
    `/v0/util/e?ids=${press.id}&startDate=${day.startDate}&endDate=${day.endDate}&interval=3600`,
    `/v0/util/o?ids=${hall}&startDate=${day.startDate}&endDate=${day.endDate}&interval=3600`,
    `/v0/util/equips?ids=${press.id}&startDate=${day.startDate}&endDate=${day.endDate}`,
    `/v0/e/${press.id}/aiopaged?startDate=${day.startDate}&endDate=${day.endDate}`,
    `/v0/e/${press.id}/aiopaged?startDate=${day.startDate}&endDate=${day.endDate}&width=100`,
    `/v0/e/${press.id}/data?startDate=${day.startDate}&endDate=${day.endDate}`,
  ]

  test('is in no answer to anybody but admins', async () => {
    for (const path of paths()) {
      const answer = await t.call('GET', path, { token: user })
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.text).not.toMatch(/revenue|"parts|_parts|part_count|hourly/)
    }
  })

  test('is in the answers to admins', async () => {
    for (const path of paths().slice(0, 6)) {
      expect((await t.call('GET', path, { token: admin })).text).toMatch(/"potential_revenue":.*"missed_parts":/s)
    }
  })
})

describe('the sums of a unit', () => {
  test('stand on the page of the unit, with those of its units and machines', async () => {
    const { orgUnit } = await t.ask(getOrgUnit, { token: admin, params: { id: root }, query: day })
    const found = orgUnit.children.find((child) => child.id === hall)
    expect(found).toMatchObject({ run_secs: 3 * 3600 + 3000, scheduled_secs: 9 * 3600 })
    expect(orgUnit.equipment.find((machine) => machine.id === press.id)).toMatchObject({
      util_s: 3 * 3600 + 3000,
      util_s_available: 9 * 3600,
      total_cycle_count: 30,
      total_part_count: 30,
    })
    expect(orgUnit.util_groups).toHaveLength(16 * 4)
    const scheduled = orgUnit.util_groups.reduce((sum, group) => sum + group.scheduled_secs, 0)
    expect(scheduled).toBeCloseTo(orgUnit.util_s_expected, 6)
    expect(orgUnit).toMatchObject({ schedule_source: 'self', as_of: iso(local(16)) })
    const { orgUnit: ofShift } = await t.ask(getOrgUnit, {
      token: user,
      params: { id: hall },
      query: { ...day, shift: 3 },
    })
    expect(ofShift).toMatchObject({ util_s_expected: 3600, current_utilization: 1, schedule_source: 'self' })
  })
})

describe('the page of a machine', () => {
  test('says its shift, its excessive stop, its schedule and its groups', async () => {
    const { equip } = await t.ask(getEquipment, { token: admin, params: { id: press.id }, query: {} })
    expect(equip).toMatchObject({
      currently_scheduled: false,
      schedule_changes_at: iso(local(22)),
      current_shift: null,
      in_excessive_downtime: true,
      in_excessive_downtime_since: iso(local(9)),
      schedule_source: 'hall',
      today_started_at: iso(midnight),
      hourly_revenue: 100,
      hourly_parts: 10,
      cycles_per_hour: expect.closeTo((30 * 3600) / (3 * 3600 + 3000), 9),
      parts_per_hour: expect.closeTo((30 * 3600) / (3 * 3600 + 3000), 9),
      figures: { explained: { excessive_downtime_s: 5 * 3600 } },
    })
    expect(equip.schedule[3]).toEqual([
      [0, 21_600, 3],
      [21_600, 50_400, 1],
      [79_200, 86_400, 3],
    ])
    expect(equip.util_groups).toHaveLength(16 * 4)
    expect(equip.cc_groups.filter((group) => group.count > 0)).toEqual([{ time: iso(local(7)), count: 30, parts: 30 }])
  })

  test('leaves excessive downtime alone where it is not followed', async () => {
    const params = { id: press.id }
    await t.ask(updateEquipment, { token: admin, params, body: { excessive_downtime_enabled: false } })
    expect((await t.ask(getEquipment, { token: user, params, query: {} })).equip.in_excessive_downtime).toBe(false)
    await t.ask(updateEquipment, { token: admin, params, body: { excessive_downtime_enabled: true } })
  })

  test('begins its day when asked to, in the zone asked for', async () => {
    const ask = async (query: object) =>
      (await t.ask(getEquipment, { token: user, params: { id: press.id }, query })).equip.period.startDate
    expect(await ask({ dayStartMin: 360 })).toBe(iso(local(6)))
    expect(await ask({ tz: 'UTC' })).toBe('2026-06-10T00:00:00.000Z')
    expect(await ask({ tz: 'UTC', dayStartMin: 1425 })).toBe('2026-06-09T23:45:00.000Z')
    expect(await ask(day)).toBe(day.startDate)
    const half = await t.call('GET', `/v0/e/${press.id}?startDate=${day.startDate}`, { token: user })
    expect(half.status).toBe(400)
  })
})

describe('series of machines', () => {
  test('are each machine by buckets, and all together while active and not excluded', async () => {
    const other = await machineWithDevice(t, admin, hall, 'other')
    await other.send([
      { t: local(6), type: 'status', status: 'running' },
      { t: local(16), type: 'ping', since: local(6) },
    ])
    await t.ask(updateEquipment, {
      token: admin,
      params: { id: other.id },
      body: { util_excluded: true, from: iso(local(8)) },
    })
    const query = { ids: `${press.id},${other.id}`, ...day, interval: 3600 as const }
    const answer = await t.ask(utilizationSeries, { token: user, query })
    expect(answer.times).toMatchObject({ interval: 3600, tz: 'America/New_York' })
    expect(answer.equipment.map((machine) => machine.id)).toEqual([press.id, other.id])
    expect(answer.equipment[1]?.run_secs.slice(5, 9)).toEqual([0, 3600, 3600, 3600])
    expect(answer.total.run_secs.slice(5, 9)).toEqual([3600, 7200, 7200, 3000])
    expect(answer.total.util_pct.slice(6, 9)).toEqual([100, 100, expect.closeTo((3000 / 3600) * 100, 9)])
    expect(
      (await t.ask(utilizationSeries, { token: user, query: { ids: `${press.id}`, ...day } })).times.interval,
    ).toBe(900)
  })
})

test('the detail of utilization lists the intervals of status, whole', async () => {
  const query = { startDate: iso(local(8) + MINUTE_MS), endDate: iso(local(10)) }
  const answer = await t.ask(utilizationDetail, { token: user, params: { id: press.id }, query })
  expect(
    answer.data.map((interval) => [interval.status_id, interval.started_at, interval.ended_at, interval.duration_s]),
  ).toEqual([
    [2, iso(local(8)), iso(local(8) + 10 * MINUTE_MS), 600],
    [1, iso(local(8) + 10 * MINUTE_MS), iso(local(9)), 3000],
    [2, iso(local(9)), null, expect.any(Number)],
  ])
  const params = { id: 99_999_999 }
  expect(
    (
      await t.call(
        'GET',
        `/v0/util/equipment/${params.id}/detail?startDate=${query.startDate}&endDate=${query.endDate}`,
        { token: user },
      )
    ).status,
  ).toBe(404)
})
