import { setTimeout as delay } from 'node:timers/promises'
import { asOwner } from '@millwatch/lab/load/owner'
import { Transport } from '@millwatch/lab/load/transport'
import type { Product } from '@millwatch/lab/product/product'
import type { Random } from '@millwatch/simulator/base/random'
import { type AlarmedMachine, LIMIT } from './alarm-plant.ts'

const LOOK_EVERY_MS = 150
const AGAIN_AFTER_MS = 100
/** Largest number of changes begun each time the feed looks at the database. */
const MOST_AT_ONCE = 3
/** Pause of an alarm after a change, in ms. With it a person gets at most five notices a minute, so that each is sent singly. */
const REST_MS = 13_000

/**
 * Alarm of a machine as the feed knows it: its changes, its acknowledged events, and the instant (ms by `performance.now()`) from
 * which it rests.
 */
class FedAlarm {
  readonly machine: AlarmedMachine
  readonly transport: Transport
  /** Number of trips and clears begun so far. If it is odd, the last of them is a trip. */
  changes = 0
  acknowledged = 0
  restedAt = 0
  constructor(machine: AlarmedMachine) {
    this.machine = machine
    this.transport = new Transport(machine)
  }
}

/**
 * Feed of temperatures that trip and clear alarms in turn. An alarm changes again only after the change before is evaluated and
 * its notices are over.
 */
export class AlarmFeed {
  /** True while the feed must not look at the database and begin changes. */
  isPaused = false
  readonly #alarms: readonly FedAlarm[]
  readonly #databaseUrl: string
  readonly #servers: () => readonly Product[]
  readonly #random: Random
  readonly #underWay = new Set<Promise<void>>()
  readonly #looking: Promise<void>
  #isOver = false
  #isAbandoned = false
  #error: unknown

  constructor(
    machines: readonly AlarmedMachine[],
    databaseUrl: string,
    { servers, random }: { readonly servers: () => readonly Product[]; readonly random: Random },
  ) {
    this.#alarms = machines.map((machine) => new FedAlarm(machine))
    this.#databaseUrl = databaseUrl
    this.#servers = servers
    this.#random = random
    this.#looking = this.#look()
  }

  /** Returns the number of trips and clears caused so far, by the id of the alarm. */
  changes(): Map<number, number> {
    return new Map(this.#alarms.map(({ machine, changes }) => [machine.alarmId, changes]))
  }

  /** Number of events of changes that servers have acknowledged. */
  get acknowledged(): number {
    return this.#alarms.reduce((sum, alarm) => sum + alarm.acknowledged, 0)
  }

  /**
   * Begins no further change and resolves when all begun changes are acknowledged, which takes a running server. Rejects with the
   * first error of a change.
   */
  async finish(): Promise<void> {
    this.#isOver = true
    await this.#looking
    await Promise.all(this.#underWay)
    if (this.#error !== undefined) throw this.#error
    for (const { transport } of this.#alarms) transport.close()
  }

  abandon(): void {
    this.#isOver = true
    this.#isAbandoned = true
  }

  /** Returns true if all changes so far are evaluated and all their notices have ended. */
  async isSettled(): Promise<boolean> {
    const settled = await settledAlarms(this.#databaseUrl, this.changes())
    return settled.size === this.#alarms.length
  }

  /** Returns a text that lists the alarms with changes or notices that are not over; empty if there are none. */
  async unsettled(): Promise<string> {
    const settled = await settledAlarms(this.#databaseUrl, this.changes())
    const rest = this.#alarms.filter(({ machine }) => !settled.has(machine.alarmId))
    return rest.map(({ machine, changes }) => `alarm ${machine.alarmId} after ${changes} changes`).join(', ')
  }

  async #look(): Promise<void> {
    for (; !this.#isOver; await delay(LOOK_EVERY_MS)) {
      if (this.isPaused || this.#servers().length === 0) continue
      // The database may be away.
      const settled = await settledAlarms(this.#databaseUrl, this.changes()).catch(() => undefined)
      if (settled === undefined) continue
      const now = performance.now()
      for (const alarm of this.#alarms)
        if (!settled.has(alarm.machine.alarmId)) alarm.restedAt = now + REST_MS * this.#random()
      const ready = this.#alarms.filter(({ restedAt }) => restedAt + REST_MS <= now || restedAt === 0)
      for (const alarm of ready.slice(0, MOST_AT_ONCE)) {
        const change = this.#change(alarm)
          .catch((error: unknown) => {
            this.#error ??= error
          })
          .finally(() => this.#underWay.delete(change))
        this.#underWay.add(change)
      }
    }
  }

  async #change(alarm: FedAlarm): Promise<void> {
    alarm.changes += 1
    alarm.restedAt = Number.POSITIVE_INFINITY
    const t = Date.now()
    const temperature = alarm.changes % 2 === 1 ? LIMIT + 1 + (alarm.changes % 30) : LIMIT - 10
    const message = JSON.stringify({
      batch_id: `change-${alarm.changes}`,
      sent_at: t,
      events: [{ t, type: 'tlm', temperature_1: temperature }],
    })
    while (!this.#isAbandoned) {
      const servers = this.#servers()
      const server = servers[Math.floor(this.#random() * servers.length)]
      if (server !== undefined && (await alarm.transport.overHttp(server, message, 1)) === 'acknowledged') {
        alarm.acknowledged += 1
        return
      }
      await delay(AGAIN_AFTER_MS)
    }
  }
}

/**
 * Returns the ids of the alarms whose history has as many trips and clears as there were changes, and all of whose notices have
 * ended.
 */
function settledAlarms(databaseUrl: string, changes: ReadonlyMap<number, number>): Promise<Set<number>> {
  return asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number; changes: number; waiting: number }>(
      `select a.alarm_id::int as id,
          (select count(*) + count(cleared_at) from alarm_trip t where t.alarm_id = a.alarm_id)::int as changes,
          (select count(*) from notice n where n.kind = 'alarm' and n.subject_id = a.alarm_id and n.ended_at is null)::int as waiting
        from alarm a`,
    )
    const settled = rows.filter((row) => row.waiting === 0 && row.changes === changes.get(row.id))
    return new Set(settled.map(({ id }) => id))
  })
}
