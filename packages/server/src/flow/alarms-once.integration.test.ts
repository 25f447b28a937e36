import type { TestDevice } from '@millwatch/lab/app/flow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import { AlarmBench } from './alarms.testing.ts'
import { evaluateIn } from './alarms.ts'

const bench = await AlarmBench.open(Date.UTC(2026, 2, 2, 8))
afterAll(() => bench.close())
const people: number[] = []
beforeAll(async () => {
  for (const name of ['one', 'two', 'three']) people.push(await bench.user(`${name}@example.test`))
})

const above60 = { what: 'temperature', direction: 'above', value: 60, minutes: 0 }
const temperature = (minutes: number, value: number) => ({ t: bench.at(minutes), type: 'tlm', temperature_1: value })
const expected = (...events: string[]) =>
  events.flatMap((event) => people.flatMap((id) => [`${event} email ${id}`, `${event} sms ${id}`])).sort()

class Killed extends Error {}

/** Returns a context whose transaction fails in place of a statement, and how many statements it sent. */
function dyingAt(ctx: Ctx, statement: number): { ctx: Ctx; sent: () => number } {
  let sent = 0
  const tx = new Proxy(ctx.tx, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'prepared' || typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        if (++sent === statement) throw new Killed()
        return Reflect.apply(value, target, args) as unknown
      }
    },
  })
  return { ctx: { ...ctx, tx }, sent: () => sent }
}

describe('Exactly one trip, and one notice per person and channel', () => {
  test('when the server dies before each statement of the transaction, or right after the commit', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: people, notifyOnClear: true })
    let kills = 0
    for (const [minutes, value] of [
      [10, 70],
      [20, 50],
    ] as const) {
      bench.flowBench.clock.set(bench.at(minutes))
      await bench.send(device, [temperature(minutes, value)])
      for (let statement = 1, isOver = false; !isOver; statement++) {
        await bench.flowBench
          .inCompany(async (ctx) => {
            const dying = dyingAt(ctx, statement)
            await evaluateIn(dying.ctx, [id])
            // All statements were sent: the rest of the turns is after the commit.
            isOver = dying.sent() < statement
            if (!isOver) throw new Killed()
          })
          .catch((error) => {
            if (!(error instanceof Killed)) throw error
            kills++
          })
      }
      await bench.evaluate()
      await bench.evaluate()
    }
    expect(kills).toBeGreaterThan(30)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 10, to: 20 }])
    expect((await bench.notices(alarm)).sort()).toEqual(expected('tripped', 'cleared').sort())
  })

  test('when several servers evaluate the same machines at once, while devices send', async () => {
    const servers = [bench.flowBench.flow, ...[1, 2].map(() => bench.flowBench.anotherServer())]
    const machines: { device: TestDevice; alarm: number }[] = []
    for (let i = 0; i < 8; i++) {
      const machine = await bench.machine()
      machines.push({ device: machine.device, alarm: await bench.alarm(machine.id, 8, above60, { users: people }) })
    }
    for (const [step, value] of [70, 71, 50, 50, 72].entries()) {
      bench.flowBench.clock.set(bench.at(30 + step))
      await Promise.all([
        ...machines.map(({ device }, i) => bench.send(device, [temperature(30 + step, value)], servers[i % 3])),
        ...servers.map((server) => bench.evaluate(server)),
      ])
      await Promise.all(servers.map((server) => bench.evaluate(server)))
    }
    await bench.evaluate()
    for (const { alarm } of machines) {
      expect(await bench.trips(alarm)).toEqual([
        { kind: 'announced', from: 30, to: 32 },
        { kind: 'announced', from: 34, to: null },
      ])
      expect((await bench.notices(alarm)).sort()).toEqual([...expected('tripped'), ...expected('tripped')].sort())
    }
  })

  test('when the clocks of two servers differ by minutes: each reads as far as the other evaluated', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: people })
    // Two servers: one with the clock of the test, and one whose clock is two minutes ahead.
    const evaluateAhead = (minutes: number) =>
      bench.flowBench.inCompany((ctx) => evaluateIn({ ...ctx, clock: manualClock(bench.at(minutes + 2)) }, [id]))
    for (const [minutes, value] of [
      [10, 50],
      [11, 70],
      [12, 71],
      [13, 50],
      [14, 72],
    ] as const) {
      bench.flowBench.clock.set(bench.at(minutes))
      await bench.send(device, [temperature(minutes, value)])
      await evaluateAhead(minutes)
      await bench.evaluate()
      await bench.touch(id, bench.at(minutes + 2))
      await bench.evaluate()
      await evaluateAhead(minutes)
    }
    await bench.goTo(20)
    expect(await bench.trips(alarm)).toEqual([
      { kind: 'announced', from: 11, to: 13 },
      { kind: 'announced', from: 14, to: null },
    ])
    expect((await bench.notices(alarm)).sort()).toEqual([...expected('tripped'), ...expected('tripped')].sort())
  })

  test('leaves nothing of an alarm that was deleted, and goes on with the others of its machine', async () => {
    const { id, device } = await bench.machine()
    const alarms = [await bench.alarm(id, 8, above60), await bench.alarm(id, 8, above60)]
    await bench.query('delete from alarm where alarm_id = $1', [alarms[0]])
    await bench.goTo(60)
    await bench.send(device, [temperature(60, 70)])
    await bench.goTo(60)
    expect(await Promise.all(alarms.map((alarm) => bench.trips(alarm)))).toEqual([
      [],
      [{ kind: 'announced', from: 60, to: null }],
    ])
  })

  test('of the other alarms of a machine when one has a type that this server does not know', async () => {
    const { id, device } = await bench.machine()
    const unknown = await bench.alarm(id, 3, { force: 0 })
    const alarm = await bench.alarm(id, 8, above60, { users: [] })
    await bench.query('update alarm set alarm_type_id = 99 where alarm_id = $1', [unknown])
    await bench.goTo(1)
    await bench.send(device, [temperature(1, 70)])
    await bench.touch(id, bench.at(1))
    await bench.goTo(1)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 1, to: null }])
    await bench.query('update alarm set alarm_type_id = 3 where alarm_id = $1', [unknown])
  })

  test.each([
    ['the type is unknown', 'update alarm set alarm_type_id = 99 where alarm_id = $1'],
    ['the evaluation throws', `update alarm set args = '{"force": "x"}' where alarm_id = $1`],
  ])('of late data that came while %s, once the alarm can be evaluated again', async (_, damage) => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 3, { force: 2 })
    await bench.goTo(30)
    await bench.send(device, [{ t: bench.at(30), type: 'impact', force: 1 }])
    await bench.goTo(30)
    await bench.query(damage, [alarm])
    await bench.goTo(31)
    await bench.send(device, [{ t: bench.at(10), type: 'impact', force: 3 }])
    await bench.goTo(31)
    expect(await bench.trips(alarm)).toEqual([])
    await bench.query(`update alarm set alarm_type_id = 3, args = '{"force": 2}' where alarm_id = $1`, [alarm])
    await bench.goTo(41)
    expect(await bench.trips(alarm)).toMatchObject([{ from: 10 }])
  })

  test('an archived machine trips nothing, and its alarms end quietly (R45)', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 8, above60, { users: people, notifyOnClear: true })
    await bench.goTo(10)
    await bench.send(device, [temperature(10, 70)])
    await bench.goTo(10)
    await bench.query(
      `insert into equipment_setting (company_id, equipment_id, valid_from, parent_org_unit_id, active)
        select company_id, equipment_id, $2, parent_org_unit_id, false from equipment_setting where equipment_id = $1`,
      [id, bench.at(15)],
    )
    await bench.query('update equipment set active = false where equipment_id = $1', [id])
    await bench.touch(id, bench.at(15))
    await bench.goTo(20)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 10, to: 15 }])
    await bench.send(device, [temperature(20, 80)])
    await bench.goTo(21)
    expect(await bench.trips(alarm)).toHaveLength(1)
    expect((await bench.notices(alarm)).sort()).toEqual(expected('tripped'))
  })
})
