import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluateMachines } from '../modules/alarms/index.ts'
import { stateFact } from '../platform/outbox/state-fact.ts'
import { AlarmBench, above60 } from './alarms.testing.ts'

const bench = await AlarmBench.open(Date.UTC(2026, 2, 2, 8))
afterAll(() => bench.close())
let person: number
beforeAll(async () => {
  person = await bench.user('reader@example.test')
})

const toReader = (event: string) => [`${event} email ${person}`, `${event} sms ${person}`]
const { cycle, temperature } = bench

describe('Changes of a machine', () => {
  const noted = async (id: number) =>
    (
      await bench.query<{ from: number | null; kinds: number }>(
        'select (changed_from - $2)::float8 / 60000 as "from", changed_kinds as kinds from machine_state where equipment_id = $1',
        [id, bench.startedAt],
      )
    )[0]
  const dirty = async (id: number) =>
    (
      await bench.query<{ from: number | null }>(
        'select (dirty_from - $2)::float8 / 60000 as "from" from alarm_machine where equipment_id = $1',
        [id, bench.startedAt],
      )
    )[0]?.from

  test('by events are noted from the earliest on, and anew once they are evaluated', async () => {
    const { id, device } = await bench.machine()
    await bench.alarm(id, 3, { force: 0 })
    await bench.goTo(1)
    await bench.send(device, [cycle(1, { cycle_time: 6 })])
    bench.flowBench.clock.set(bench.at(2))
    await bench.send(device, [cycle(2)])
    expect(await noted(id)).toMatchObject({ from: 0.9 })
    await bench.send(device, [{ t: bench.at(2), type: 'impact', force: 3 }])
    await bench.goTo(2)
    bench.flowBench.clock.set(bench.at(3))
    await bench.send(device, [temperature(3, 20)])
    expect(await noted(id)).toEqual({ from: 3, kinds: 2 | 8 })
  })

  test('by people have the alarms evaluated again from then on', async () => {
    const { id } = await bench.machine()
    await bench.alarm(id, 2, {})
    expect(await dirty(id)).toBeNull()
    await bench.flowBench.inCompany((ctx) =>
      stateFact(ctx, { kind: 'machine.changed', changes: [{ equipmentId: id, from: bench.at(-5), parts: ['run'] }] }),
    )
    expect(await dirty(id)).toBeNull()
    for (const [minutes, part] of [
      [-5, 'stop_setting'],
      [-7, 'ignored_stop'],
      [-9, 'analog'],
      [-11, 'shifts'],
    ] as const) {
      await bench.flowBench.inCompany((ctx) =>
        stateFact(ctx, {
          kind: 'machine.changed',
          changes: [{ equipmentId: id, from: bench.at(minutes), parts: [part] }],
        }),
      )
      expect(await dirty(id)).toBe(minutes)
    }
  })
})

describe('Data that come late (R19)', () => {
  test('a trip that is over when it becomes known is late, and notifies nobody', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: [person] })
    await bench.goTo(30)
    await bench.send(device, [temperature(30, 50)])
    await bench.goTo(30)
    await bench.send(device, [temperature(10, 70), temperature(12, 50)])
    await bench.goTo(31)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'late', from: 10, to: 12 }])
    expect(await bench.notices(alarm)).toEqual([])
  })

  test('a trip that still stands is announced with its true time, once, whatever comes later', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: [person] })
    await bench.goTo(30)
    await bench.send(device, [temperature(20, 70)])
    await bench.goTo(30)
    await bench.send(device, [temperature(10, 70)])
    await bench.goTo(31)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 10, to: null }])
    await bench.send(device, [temperature(5, 70), temperature(6, 50)])
    await bench.goTo(32)
    expect(await bench.trips(alarm)).toEqual([
      { kind: 'late', from: 5, to: 6 },
      { kind: 'announced', from: 10, to: null },
    ])
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
  })

  test('a trip that late data take away is withdrawn without a notice, and never announced twice', async () => {
    const { id, device } = await bench.machine()
    await bench.send(device, [cycle(-70), cycle(-1), cycle(0)])
    const alarm = await bench.alarm(
      id,
      1,
      { cycles: 2, scheduled_only: false },
      { users: [person], notifyOnClear: true },
    )
    await bench.goTo(61, [id])
    expect(await bench.trips(alarm)).toMatchObject([{ kind: 'announced', to: null }])
    await bench.goTo(62, [id])
    await bench.send(device, [cycle(40), cycle(41)])
    await bench.goTo(62.2, [id])
    expect(await bench.trips(alarm)).toMatchObject([{ kind: 'withdrawn', to: 62.2 }])
    await bench.goTo(63, [id])
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
    expect(await bench.query('select 1 from notice where subject_id = $1 and over_at is null', [alarm])).toEqual([])
  })

  test('a repeated message changes nothing', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: [person] })
    await bench.goTo(3)
    const message = { batch_id: 'again', sent_at: bench.at(3), events: [temperature(3, 70)] }
    for (let n = 0; n < 3; n++) {
      await bench.flowBench.send(device, message)
      await bench.goTo(3 + n)
    }
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 3, to: null }])
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
  })
})

describe('What changes no alarm', () => {
  const seen = async (id: number) =>
    (
      await bench.query<{ isSeen: boolean }>(
        `select a.seen_version = m.version as "isSeen" from alarm_machine a join machine_state m using (company_id, equipment_id)
          where a.equipment_id = $1`,
        [id],
      )
    )[0]?.isSeen

  test('is not evaluated: a temperature on the same side of all limits', async () => {
    const { id, device } = await bench.machine()
    const high = await bench.alarm(id, 8, above60)
    const low = await bench.alarm(id, 8, { ...above60, direction: 'below', value: 20 })
    const steps: [minutes: number, value: number, isEvaluated: boolean][] = [
      [1, 40, false],
      [2, 60, false],
      [3, 60.001, true],
      [4, 90, false],
      [5, 59, true],
      [6, 20, false],
      [7, 19, true],
    ]
    for (const [minutes, value, isEvaluated] of steps) {
      await bench.goTo(minutes)
      await bench.send(device, [temperature(minutes, value)])
      await bench.goTo(minutes)
      expect(await seen(id), `${value} °C`).toBe(isEvaluated)
    }
    expect(await bench.trips(high)).toEqual([{ kind: 'announced', from: 3, to: 5 }])
    expect(await bench.trips(low)).toEqual([{ kind: 'announced', from: 7, to: null }])
  })

  test('is found all the same when late data come between', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60)
    for (const [minutes, at, value] of [
      [2, 2, 50],
      [10, 10, 70],
      [20, 20, 75],
      [21, 12, 40],
      [30, 30, 80],
      [31, 5, 65],
    ] as const) {
      await bench.goTo(minutes)
      await bench.send(device, [temperature(at, value)])
      await bench.goTo(minutes + 0.5)
    }
    expect(await bench.trips(alarm)).toEqual([
      { kind: 'announced', from: 5, to: 12 },
      { kind: 'announced', from: 20, to: null },
    ])
  })

  test('a machine that catches up is evaluated every ten seconds, and at once when it has caught up', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60)
    await bench.goTo(60)
    await bench.send(device, [temperature(10, 70)])
    await bench.goTo(60)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 10, to: null }])
    await bench.send(device, [temperature(20, 50)])
    await bench.goTo(60.1)
    expect(await bench.trips(alarm)).toMatchObject([{ to: null }])
    await bench.goTo(60.17)
    expect(await bench.trips(alarm)).toMatchObject([{ to: 20 }])
    await bench.send(device, [temperature(30, 70)])
    await bench.send(device, [temperature(60, 71)])
    await bench.goTo(60.18)
    expect(await bench.trips(alarm)).toMatchObject([{ to: 20 }, { from: 30, to: null }])
  })
})

describe('Notices', () => {
  test('repeat until the alarm clears (R21), and those missed are left out', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: [person], reassertM: 30 })
    await bench.goTo(1)
    await bench.send(device, [temperature(1, 70)])
    await bench.goTo(1)
    await bench.goTo(30)
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
    await bench.goTo(31)
    await bench.goTo(32)
    await bench.goTo(130)
    const repeats = [...toReader('tripped'), ...toReader('repeat:1'), ...toReader('repeat:2')]
    expect(await bench.notices(alarm)).toEqual(repeats)
    await bench.send(device, [temperature(130, 50)])
    await bench.goTo(130)
    await bench.goTo(200)
    expect(await bench.notices(alarm)).toEqual(repeats)
  })

  test('repeat after a changed interval counted from the last one', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: [person], reassertM: 1 })
    await bench.goTo(1)
    await bench.send(device, [temperature(1, 70)])
    await bench.goTo(1)
    await bench.goTo(11)
    await bench.goTo(12)
    const repeats = [...toReader('tripped'), ...toReader('repeat:1'), ...toReader('repeat:2')]
    await bench.query('update alarm set reassert_m = 60 where alarm_id = $1', [alarm])
    await bench.touch(id, bench.at(12))
    await bench.goTo(71)
    expect(await bench.notices(alarm)).toEqual(repeats)
    await bench.goTo(73)
    expect(await bench.notices(alarm)).toEqual([...repeats, ...toReader('repeat:3')])
  })

  test('do not repeat once somebody has acknowledged', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: [person], reassertM: 30 })
    await bench.goTo(1)
    await bench.send(device, [temperature(1, 70)])
    await bench.goTo(1)
    await bench.query('update alarm_trip set acknowledged_at = $2 where alarm_id = $1', [alarm, bench.at(2)])
    await bench.touch(id, bench.at(2))
    await bench.goTo(100)
    expect(await bench.notices(alarm)).toEqual(toReader('tripped'))
    // People whose alert hours hold it back still get the first notice (R20).
    const topic = `(select 'trip:' || alarm_trip_id from alarm_trip where alarm_id = $1)`
    const over = await bench.query(`select count(over_at)::int as over from notice where topic = ${topic}`, [alarm])
    expect(over).toEqual([{ over: 0 }])
  })
})

describe('An evaluation from far back', () => {
  const stored = async (alarms: readonly number[]) => ({
    trips: await bench.query(
      `select alarm_id, tripped_at, cleared_at, kind, value from alarm_trip where alarm_id = any($1) order by 1, 2`,
      [alarms],
    ),
    states: await bench.query(
      'select alarm_id, evaluated_to, due_at, watched_kinds, carried_at, carried from alarm where alarm_id = any($1) order by 1',
      [alarms],
    ),
  })

  test('has the same result, and repeats nothing, however few events are read at once', async () => {
    const { id, device } = await bench.machine()
    const alarms = [
      await bench.alarm(id, 1, { cycles: 3, scheduled_only: false }),
      await bench.alarm(id, 3, { force: 5 }),
      await bench.alarm(id, 8, above60),
      await bench.alarm(id, 8, { ...above60, minutes: 45 }),
      await bench.alarm(id, 8, { what: 'cycle_time', direction: 'above', value: 6, minutes: 10 }),
      await bench.alarm(id, 8, { ...above60, what: 'analog', value: 3, minutes: 1 }),
    ]
    const end = 4 * 1440
    bench.flowBench.clock.set(bench.at(end))
    const minutes = Array.from({ length: 240 }, (_, i) => Math.floor(i / 2) * 23 + (i % 40 < 5 ? 0 : i % 7))
    await bench.send(
      device,
      minutes.flatMap((at, i) => [
        { t: bench.at(at), type: 'cycle', cycle_time: 2 + (i % 9), analog_in_1: i % 5 },
        { t: bench.at(at), type: 'tlm', temperature_1: 50 + ((i * 7) % 23) },
        ...(i % 10 === 0 ? [{ t: bench.at(at), type: 'impact', force: i % 8 }] : []),
      ]),
    )
    await bench.flowBench.flow.ensureCurrent(bench.flowBench.companyId, [id])
    const evaluateBy = (mostEvents: number) =>
      bench.flowBench.inCompany((ctx) => evaluateMachines(ctx, [id], mostEvents))
    expect((await evaluateBy(100_000)).failed).toEqual([])
    const whole = await stored(alarms)
    expect(new Set(whole.trips.map((trip) => (trip as { alarm_id: string }).alarm_id)).size).toBe(alarms.length)
    for (const mostEvents of [1, 2, 17, 300]) {
      await bench.touch(id, bench.startedAt)
      expect((await evaluateBy(mostEvents)).changed, `again by ${mostEvents}`).toEqual([])
      await bench.query('delete from alarm_trip where alarm_id = any($1)', [alarms])
      await bench.touch(id, bench.startedAt)
      await evaluateBy(mostEvents)
      expect(await stored(alarms), `anew by ${mostEvents}`).toEqual(whole)
    }
  })
})

describe('An alarm whose arguments change', () => {
  test('is evaluated anew at once, and clears without a notice', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: [person], notifyOnClear: true })
    await bench.goTo(1)
    await bench.send(device, [temperature(1, 70)])
    await bench.goTo(1)
    bench.flowBench.clock.set(bench.at(5))
    const change = (value: number, minutes: number) =>
      bench.query('update alarm set args = $2, args_from = $3 where alarm_id = $1', [
        alarm,
        { ...above60, value },
        bench.at(minutes),
      ])
    await change(80, 5)
    await bench.touch(id, bench.at(5))
    await bench.goTo(5)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 1, to: 5 }])
    bench.flowBench.clock.set(bench.at(9))
    await change(65, 9)
    await bench.touch(id, bench.at(9))
    await bench.goTo(9)
    expect(await bench.trips(alarm)).toEqual([
      { kind: 'announced', from: 1, to: 5 },
      { kind: 'announced', from: 9, to: null },
    ])
    expect(await bench.notices(alarm)).toEqual([...toReader('tripped'), ...toReader('tripped')])
  })
})
