import type { TestDevice } from '@millwatch/lab/app/flow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acknowledge } from '../modules/alarms/acknowledge.ts'
import { createAlarm, subscribeUsers } from '../modules/alarms/index.ts'
import { removeAlarm, updateAlarm } from '../modules/alarms/manage.ts'
import type { Actor, Ctx } from '../platform/ctx.ts'
import { Conflict, NotFound, Unavailable } from '../platform/errors.ts'
import { stateFact } from '../platform/outbox/state-fact.ts'
import { AlarmBench } from './alarms.testing.ts'

const bench = await AlarmBench.open(Date.UTC(2026, 2, 2, 8))
afterAll(() => bench.close())
const people: number[] = []
beforeAll(async () => {
  for (const name of ['one', 'two', 'three']) people.push(await bench.user(`${name}@example.test`))
})

const above60 = { what: 'temperature', direction: 'above', value: 60, minutes: 0 }
const ROUNDS = 12

interface Plant {
  readonly machines: readonly { readonly id: number; readonly device: TestDevice; readonly alarms: readonly number[] }[]
}

async function plant(): Promise<Plant> {
  const machines: { id: number; device: TestDevice; alarms: number[] }[] = []
  for (let i = 0; i < 4; i++) {
    const { id, device } = await bench.machine()
    const alarms: number[] = []
    for (const [typeId, args] of [
      [8, above60],
      [4, { minutes: 10 }],
      [5, { cycle_count: 3, notes: '' }],
    ] as const)
      alarms.push(await bench.alarm(id, typeId, args, { users: people, reassertM: 1 }))
    machines.push({ id, device, alarms })
  }
  return { machines }
}

/** Runs work of a person; a call that another person's work made impossible is not a failure. */
const asPerson = (userId: number, work: (ctx: Ctx) => Promise<unknown>) => {
  const actor: Actor = { kind: 'user', userId, role: 'superuser', sessionId: 1 }
  return bench.flowBench
    .inCompany((ctx) => work({ ...ctx, actor }))
    .catch((error: unknown) => {
      if (!(error instanceof Conflict || error instanceof NotFound)) throw error
    })
}

/** Returns everything that people do with alarms in a round, each as a transaction of its own. */
function workOfPeople({ machines }: Plant, round: number): Promise<unknown>[] {
  return machines.flatMap(({ id, alarms: [hot = 0, offline = 0, service = 0] }, i) => {
    const [me = 0, other = 0] = [people[i % 3], people[(i + round) % 3]]
    const added = async (ctx: Ctx) =>
      removeAlarm(ctx, await createAlarm(ctx, { alarmTypeId: 8, equipmentId: id, args: above60 }))
    return [
      asPerson(me, (ctx) => updateAlarm(ctx, hot, { args: { ...above60, value: 60 + (round % 3) } })),
      asPerson(me, (ctx) => acknowledge(ctx, service, { notes: 'Greased' })),
      asPerson(other, (ctx) => acknowledge(ctx, hot, {})),
      asPerson(other, (ctx) =>
        subscribeUsers(ctx, offline, { userIds: people, sendSms: round % 2 === 0, sendEmail: true }),
      ),
      asPerson(other, added),
      // Shifts of all machines change at once.
      bench.flowBench.inCompany((ctx) =>
        stateFact(ctx, {
          kind: 'machine.changed',
          changes: machines.map((machine) => ({ equipmentId: machine.id, from: bench.at(round), parts: ['shifts'] })),
        }),
      ),
    ]
  })
}

test('two servers, devices and people who do everything at once never wait for each other in a circle', async () => {
  const servers = [bench.flowBench.flow, bench.flowBench.anotherServer()]
  const it = await plant()
  for (let round = 1; round <= ROUNDS; round++) {
    bench.flowBench.clock.set(bench.at(round))
    const events = (n: number) => [
      { t: bench.at(round), type: 'tlm', temperature_1: (round + n) % 2 === 0 ? 50 : 70 },
      { t: bench.at(round), type: 'cycle' },
      { t: bench.at(round), type: 'ack', id: 1 },
    ]
    const done = await Promise.allSettled([
      ...it.machines.flatMap(({ device }, n) => servers.map((server) => bench.send(device, events(n), server))),
      ...servers.flatMap((server) => [bench.evaluate(server), bench.evaluate(server)]),
      ...workOfPeople(it, round),
    ])
    // On a busy machine somebody may wait too long for a connection; a circle is counted below in any case.
    const failed = done.filter((each) => each.status === 'rejected' && !(each.reason instanceof Unavailable))
    expect(failed).toEqual([])
  }
  const [row] = await bench.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(row).toEqual({ deadlocks: 0 })
  await bench.goTo(ROUNDS + 1)
  const open = await bench.query(
    'select alarm_id from alarm_trip where cleared_at is null group by 1 having count(*) > 1',
  )
  expect(open).toEqual([])
}, 120_000)
