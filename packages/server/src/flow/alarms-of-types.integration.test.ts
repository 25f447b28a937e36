import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAlarm } from '../modules/alarms/store.ts'
import { AlarmBench, above60 } from './alarms.testing.ts'

const bench = await AlarmBench.open(Date.UTC(2026, 2, 2, 8))
afterAll(() => bench.close())
let person: number
beforeAll(async () => {
  person = await bench.user('reader@example.test')
})

const toReader = (event: string) => [`${event} email ${person}`, `${event} sms ${person}`]
const { cycle, temperature } = bench

describe('From the message of a device to the trip', () => {
  test('1 Cycles per hour: trips when the last hour has too few, and clears at the cycle that makes it enough', async () => {
    const { id, device } = await bench.machine()
    await bench.send(device, [cycle(0)])
    const alarm = await bench.alarm(id, 1, { cycles: 2, scheduled_only: false }, { users: [person] })
    await bench.goTo(30)
    await bench.send(device, [cycle(29), cycle(30)])
    await bench.goTo(59)
    expect(await bench.trips(alarm)).toEqual([])
    await bench.goTo(89)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 89, to: null }])
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
    await bench.goTo(95)
    await bench.send(device, [cycle(94), cycle(95)])
    await bench.goTo(95)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 89, to: 95 }])
  })

  test('2 Excessive downtime: trips when a stop reaches the threshold, and clears when the machine runs again', async () => {
    const { id, device } = await bench.machine()
    await bench.query(
      `update equipment_setting set excessive_downtime_enabled = true, excessive_downtime_threshold_ms = 600000 where equipment_id = $1`,
      [id],
    )
    await bench.query(
      `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone, edited)
        values ($1, $2, 1, $3, $4, 'UTC', true)`,
      [bench.flowBench.companyId, id, bench.at(-60), bench.at(600)],
    )
    const alarm = await bench.alarm(id, 2, {}, { users: [person], notifyOnClear: true })
    await bench.say(id, device, 'running', [0, 1])
    await bench.say(id, device, 'down', [1, 11])
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 11, to: null }])
    await bench.say(id, device, 'down', [11, 20])
    await bench.say(id, device, 'running', [20, 20])
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 11, to: 20 }])
    expect(await bench.notices(alarm)).toEqual([...toReader('tripped'), ...toReader('cleared')])
  })

  test('3 Impact detection: each impact is a trip of its own, and is announced within the hour', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 3, { force: 5 }, { users: [person] })
    const impact = (minutes: number, force: number) => ({ t: bench.at(minutes), type: 'impact', force })
    await bench.goTo(10)
    await bench.send(device, [impact(9, 4), impact(10, 6)])
    await bench.goTo(10)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 10, to: 10 }])
    await bench.goTo(80)
    await bench.send(device, [impact(15, 9)])
    await bench.goTo(80)
    expect(await bench.trips(alarm)).toEqual([
      { kind: 'announced', from: 10, to: 10 },
      { kind: 'late', from: 15, to: 15 },
    ])
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
  })

  test('4 Offline: trips after silence, and clears at the next message', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 4, { minutes: 10 }, { users: [person] })
    await bench.goTo(1)
    await bench.send(device, [{ t: bench.at(1), type: 'ping' }])
    await bench.goTo(11)
    expect(await bench.trips(alarm)).toEqual([])
    await bench.goTo(11.01)
    expect(await bench.trips(alarm)).toMatchObject([{ kind: 'announced', to: null }])
    await bench.goTo(15)
    await bench.send(device, [{ t: bench.at(15), type: 'ping' }])
    await bench.goTo(15)
    expect(await bench.trips(alarm)).toMatchObject([{ kind: 'announced', to: 15 }])
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
  })

  test('5 PM cycle count: counts from its creation, says how far it is, and trips at the cycle that reaches it', async () => {
    const { id, device } = await bench.machine()
    await bench.send(device, [cycle(-1, { count: 50 })])
    const alarm = await bench.alarm(id, 5, { cycle_count: 10, notes: '' }, { users: [person] })
    const latest = async () =>
      (
        await bench.query<{ latest: unknown }>('select args_latest as latest from alarm where alarm_id = $1', [alarm])
      )[0]
    for (const minutes of [10, 100, 200]) {
      await bench.goTo(minutes)
      await bench.send(device, [cycle(minutes, { count: 3 })])
      await bench.goTo(minutes + 1)
    }
    expect(await latest()).toEqual({ latest: { cycle_count: 9 } })
    // Late, before what is carried: counted all the same.
    await bench.goTo(202)
    await bench.send(device, [cycle(20, { count: 1 })])
    await bench.goTo(203)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 200, to: null }])
    expect(await latest()).toEqual({ latest: { cycle_count: 10 } })
  })

  test('6 PM runtime hours: trips at the instant at which running reaches it', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 6, { runtime_hours: 2, notes: '' })
    await bench.say(id, device, 'running', [1, 122])
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 121, to: null }])
  })

  test('7 PM duration: trips when the time has passed', async () => {
    const { id } = await bench.machine()
    const alarm = await bench.alarm(id, 7, { duration: 3, duration_unit: 'hours', notes: '' })
    await bench.goTo(179)
    expect(await bench.trips(alarm)).toEqual([])
    await bench.goTo(181)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 180, to: null }])
  })

  test('8 Telemetry: trips when the value was beyond the limit for long enough', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, { ...above60, minutes: 5 }, { users: [person] })
    await bench.goTo(2)
    await bench.send(device, [temperature(1, 61), temperature(2, 62)])
    await bench.goTo(4)
    await bench.send(device, [temperature(4, 63)])
    await bench.goTo(5)
    expect(await bench.trips(alarm)).toEqual([])
    await bench.goTo(6)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 6, to: null }])
    await bench.goTo(120)
    await bench.send(device, [temperature(120, 59)])
    await bench.goTo(120)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 6, to: 120 }])
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
  })

  test('8 Telemetry: a server whose clock is an hour behind evaluates what another one stored', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: [person] })
    await bench.goTo(2)
    await bench.send(device, [temperature(2, 61)])
    await bench.goTo(-58)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 2, to: null }])
    bench.flowBench.clock.set(bench.at(4))
    await bench.send(device, [temperature(4, 59)])
    await bench.goTo(-56)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 2, to: 4 }])
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
  })

  test('8 Telemetry: says since when the value has been beyond the limit, also from before the alarm was made', async () => {
    const { id, device } = await bench.machine()
    await bench.send(device, [temperature(-40, 50), temperature(-30, 70), temperature(-20, 65)])
    const alarm = await bench.alarm(id, 8, { ...above60, minutes: 5 })
    const since = async () =>
      (
        await bench.query<{ since: number }>(
          `select ((value ->> 'since')::bigint - $2)::float8 / 60000 as since from alarm_trip where alarm_id = $1`,
          [alarm, bench.startedAt],
        )
      )[0]?.since
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 0, to: null }])
    expect(await since()).toBe(-30)
  })

  test('8 Telemetry: another quantity begins anew, without the last value of the one before', async () => {
    const { id, device } = await bench.machine()
    await bench.send(device, [temperature(-40, 70)])
    const alarm = await bench.alarm(id, 8, { ...above60, value: 80 })
    await bench.goTo(30)
    await bench.send(device, [temperature(30, 70)])
    await bench.goTo(220)
    await bench.flowBench.inCompany((ctx) =>
      changeAlarm(
        ctx,
        alarm,
        {
          ...{ args: { ...above60, what: 'cycle_time' }, deviceOutputConfig: {}, notifyOnClear: false },
          ...{ reassertM: null, criticalParts: [] },
        },
        ctx.clock.now(),
      ),
    )
    await bench.touch(id, bench.at(220))
    await bench.goTo(260)
    expect(await bench.trips(alarm)).toEqual([])
  })

  test('9 and 10 Utilization: of the last hours, and of a shift at its end', async () => {
    const { id, device } = await bench.machine()
    await bench.query(
      `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone, edited)
        values ($1, $2, 1, $3, $4, 'UTC', true)`,
      [bench.flowBench.companyId, id, bench.at(0), bench.at(180)],
    )
    const ofHour = await bench.alarm(id, 9, { below: 50, hours: 1, scheduled_only: true })
    const ofShift = await bench.alarm(id, 10, { below: 90, shift: 'all' })
    await bench.say(id, device, 'running', [0, 100])
    await bench.say(id, device, 'down', [100, 132])
    const [tripped] = await bench.trips(ofHour)
    expect(tripped).toMatchObject({ kind: 'announced', to: null })
    expect(tripped?.from).toBeCloseTo(130, 3)
    await bench.say(id, device, 'down', [132, 181])
    expect(await bench.trips(ofShift)).toEqual([{ kind: 'announced', from: 180, to: 180 }])
  })
})
