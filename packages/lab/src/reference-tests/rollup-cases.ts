import { createHash } from 'node:crypto'
import type { EnvelopeShape } from '@millwatch/contract/devices'
import { type BucketInterval, DAY_MS } from '@millwatch/domain/time'
import { machinesChanged } from '@millwatch/server/flow/changed'
import type { Flow } from '@millwatch/server/flow/index'
import {
  compareRollups,
  figuresOver,
  type Group,
  type Question,
  utilizationOver,
} from '@millwatch/server/modules/utilization/index'
import { asSystem, type Ctx } from '@millwatch/server/platform/ctx'
import { expect } from 'vitest'
import { FlowBench, type TestDevice } from '../app/flow.ts'
import { bothWays } from '../reference/stored-figures.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Instant at which the events of a case begin (epoch ms): two days before clocks change in New York. */
const START = Date.UTC(2026, 2, 6, 11, 3, 7, 123)
const zones = ['America/New_York', 'UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe'] as const

/**
 * Returns pseudo-random functions that repeat with the same seed: `upTo` a number from 0 to `most` (both inclusive), `one` an
 * entry of a list, `chance` true with the probability `p`.
 */
function dice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const upTo = (most: number) => Math.floor(next() * (most + 1))
  return {
    upTo,
    one: <T>(list: readonly T[]): T => list[upTo(list.length - 1)] as T,
    chance: (p: number) => next() < p,
  }
}

/** Runs a statement of this file as a prepared statement whose name is made of its text, and returns the rows. */
const run = <Row>(ctx: Ctx, text: string, values: unknown[]) =>
  ctx.tx.prepared<Row>({ name: `case_${createHash('md5').update(text).digest('hex')}`, text }, values)

interface Machine {
  readonly id: number
  readonly device: TestDevice
  /** Instant up to which the events of the machine were sent (epoch ms). */
  at: number
}

/**
 * Small plant with random events and changes. After each step its rollups, and at times its figures, are compared with a
 * computation from all data.
 */
class Case {
  readonly #bench: FlowBench
  readonly #dice: ReturnType<typeof dice>
  readonly #servers: Flow[]
  readonly #machines: Machine[] = []
  #batches = 0
  log: string[] = []

  constructor(bench: FlowBench, seed: number) {
    this.#bench = bench
    this.#dice = dice(seed)
    this.#servers = [bench.flow, bench.anotherServer()]
  }

  async run(steps: number): Promise<void> {
    await this.#arrange()
    const doings = [
      () => this.#live(),
      () => this.#live(),
      () => this.#late(),
      () => this.#splitStop(),
      () => this.#splitStop(),
      () => this.#pass(),
      () => this.#editShifts(),
      () => this.#setting(),
      () => this.#run(),
      () => this.#zone(),
      () => this.#build(),
      () => this.#atOnce(),
      () => this.#ask(),
      () => this.#ask(),
    ]
    await this.#live()
    for (let i = 0; i < steps; i++) {
      await this.#dice.one(doings)()
      await this.#compare()
    }
    await this.#build()
    for (let i = 0; i < 3; i++) await this.#ask()
    // Runs were written directly into the table, so the machines that count their cycles do not know of them.
    await this.#bench.query(`update run r set cycles = (select coalesce(sum(number), 0) from event e where e.equipment_id = r.equipment_id
      and kind = 1 and is_primary and occurred_at > r.started_at and occurred_at <= r.ended_at)`)
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await server.stop()
  }

  async #arrange(): Promise<void> {
    const bench = this.#bench
    const ranges = {
      day: [
        [21_600, 43_200, 1],
        [45_000, 50_400, 1],
        [50_400, 79_200, 2],
      ],
      night: [[79_200, 108_000, 3]],
    }
    const week = Object.fromEntries(Array.from({ length: 6 }, (_, day) => [day, [...ranges.day, ...ranges.night]]))
    await bench.query('update org_unit set timezone = $1', [this.#dice.one(zones)])
    if (this.#dice.chance(0.8))
      await bench.query('insert into schedule (company_id, org_unit_id, ranges, changed_at) values ($1, $2, $3, 0)', [
        bench.companyId,
        bench.unitId,
        JSON.stringify(week),
      ])
    for (let i = 0; i < 2; i++) {
      const id = await bench.machine()
      this.#machines.push({ id, device: await bench.device(id, { from: 0 }), at: START })
      await bench.query(
        'update equipment_setting set excessive_downtime_threshold_ms = $2, util_incl_lt_xsf_dt = $3, util_capped_by_schedule = $4, hourly_revenue = 7.5 where equipment_id = $1',
        [id, this.#dice.one([10, 20, 35, 90]) * MINUTE_MS, this.#dice.chance(0.5), this.#dice.chance(0.5)],
      )
    }
  }

  /** Sends events of a random machine from where its events ended, for up to 36 h, at most up to now. */
  async #live(): Promise<void> {
    const machine = this.#dice.one(this.#machines)
    const to = Math.min(this.#bench.clock.now(), machine.at + this.#dice.upTo(36) * HOUR_MS)
    await this.#send(machine, machine.at, to)
    machine.at = Math.max(machine.at, to)
  }

  async #late(): Promise<void> {
    const machine = this.#dice.one(this.#machines)
    const from = START - 6 * HOUR_MS + this.#dice.upTo(Math.max(0, this.#bench.clock.now() - START))
    await this.#send(machine, from, Math.min(from + this.#dice.upTo(240) * MINUTE_MS, this.#bench.clock.now()))
  }

  /**
   * Shortens a random stop of more than 10 min by a late batch: the machine runs from an instant within it, in half of the cases
   * only for a second. Does nothing if there is no such stop.
   */
  async #splitStop(): Promise<void> {
    const stops = await this.#bench.query<{ id: number; from: number; to: number }>(
      `select equipment_id as id, started_at as "from", coalesce(ended_at, $1) as "to" from status_interval
        where status_id = 2 and coalesce(ended_at, $1) - started_at > 600000 order by 1, 2`,
      [this.#bench.clock.now()],
    )
    if (stops.length === 0) return
    const stop = this.#dice.one(stops)
    const machine = this.#machines.find((candidate) => candidate.id === stop.id)
    const t = stop.from + 1 + this.#dice.upTo(stop.to - stop.from - 2)
    const events = [
      { t, type: 'status', status: 'running' },
      ...(this.#dice.chance(0.5) ? [{ t: t + 1000, type: 'status', status: 'down' }] : []),
    ]
    this.log.push(`split ${stop.id} ${stop.from}..${stop.to} at ${t}`)
    const envelope = { batch_id: `b-${++this.#batches}`, sent_at: this.#bench.clock.now(), events } as EnvelopeShape
    if (machine) await this.#bench.load(machine.device, envelope, this.#dice.one(this.#servers))
  }

  async #send(machine: Machine, from: number, to: number): Promise<void> {
    const events: object[] = []
    for (
      let t = from;
      t < to;
      t += this.#dice.upTo(this.#dice.chance(0.1) ? 200 : 12) * MINUTE_MS + this.#dice.upTo(59_999)
    ) {
      const { one: pick, upTo, chance } = this.#dice
      const kind = pick(['status', 'status', 'cycle', 'tlm', 'tlm', 'tlm', 'ping', 'ping', 'ping', 'power'])
      if (kind === 'status') events.push({ t, type: 'status', status: pick(['running', 'running', 'down']) })
      else if (kind === 'power') events.push({ t, type: 'power', on: chance(0.8) })
      else if (kind === 'ping')
        events.push({ t, type: 'ping', ...(chance(0.5) ? { since: t - upTo(90) * MINUTE_MS } : {}) })
      else if (kind === 'tlm') events.push({ t, type: 'tlm', temperature_1: upTo(80), analog_in_1: upTo(1000) })
      else events.push({ t, type: 'cycle', count: pick([1, 1, 2]), ...(chance(0.7) ? { cycle_time: upTo(400) } : {}) })
    }
    this.log.push(`send ${machine.id} ${events.length} ${from}..${to}`)
    const envelope = { batch_id: `b-${++this.#batches}`, sent_at: this.#bench.clock.now(), events } as EnvelopeShape
    if (events.length > 0) await this.#bench.load(machine.device, envelope, this.#dice.one(this.#servers))
  }

  async #pass(): Promise<void> {
    this.#bench.clock.advance(this.#dice.upTo(this.#dice.one([20, 20, 200])) * HOUR_MS + this.#dice.upTo(HOUR_MS))
    this.log.push(`now ${this.#bench.clock.now()}`)
  }

  /** Changes the time zone of all units of the plant to a random zone. */
  async #zone(): Promise<void> {
    const zone = this.#dice.one(zones)
    this.log.push(`zone ${zone}`)
    await this.#bench.query('update org_unit set timezone = $1', [zone])
  }

  async #build(): Promise<void> {
    this.log.push('build')
    await this.#dice.one(this.#servers).rollUp()
  }

  /**
   * Changes a random row of shift history as a person would edit it: deletes it, changes its shift number, or moves its end to an
   * earlier instant. Does nothing if no row has begun.
   */
  async #editShifts(): Promise<void> {
    const rows = await this.#bench.query<{ id: number; machine: number; from: number; to: number }>(
      `select shift_history_id as id, equipment_id as machine, started_at as "from", ended_at as "to" from shift_history
        where started_at < $1 order by started_at`,
      [this.#bench.clock.now()],
    )
    if (rows.length === 0) return
    const row = this.#dice.one(rows)
    const to = row.from + Math.ceil(((row.to - row.from) * (1 + this.#dice.upTo(8))) / 9)
    const doing = this.#dice.one(['delete', 'shift', 'end'])
    this.log.push(`${doing} shift row ${row.from}..${row.to}`)
    await this.#bench.inCompany(async (ctx) => {
      const query = (text: string, values: unknown[]) => run(ctx, text, values)
      if (doing === 'delete') await query('delete from shift_history where shift_history_id = $1', [row.id])
      else if (doing === 'shift')
        await query('update shift_history set shift = $2 where shift_history_id = $1', [row.id, this.#dice.upTo(3)])
      else await query('update shift_history set ended_at = $2 where shift_history_id = $1', [row.id, to])
      await machinesChanged(ctx, [{ equipmentId: row.machine, from: row.from, to: row.to, parts: ['shifts'] }])
    })
  }

  /**
   * Changes a random setting of a random machine from a random past instant on; later values of the setting are overwritten too.
   */
  async #setting(): Promise<void> {
    const machine = this.#dice.one(this.#machines)
    const from = START + this.#dice.upTo(this.#bench.clock.now() - START)
    const [part, column, value] = this.#dice.one([
      ['stop_setting', 'excessive_downtime_threshold_ms', this.#dice.one([5, 15, 60]) * MINUTE_MS],
      ['stop_setting', 'active', this.#dice.chance(0.6)],
      [null, 'util_capped_by_schedule', this.#dice.chance(0.5)],
      [null, 'util_incl_lt_xsf_dt', this.#dice.chance(0.5)],
      [null, 'hourly_revenue', this.#dice.one([null, 3, 12.5])],
    ] as const)
    this.log.push(`${column} = ${value} of ${machine.id} from ${from}`)
    await this.#bench.inCompany(async (ctx) => {
      const query = (text: string, values: unknown[]) => run(ctx, text, values)
      await query(
        `insert into equipment_setting (company_id, equipment_id, valid_from, parent_org_unit_id, active, util_capped_by_schedule,
            util_incl_lt_xsf_dt, excessive_downtime_threshold_ms, hourly_revenue)
          select company_id, equipment_id, $2::bigint, parent_org_unit_id, active, util_capped_by_schedule, util_incl_lt_xsf_dt,
            excessive_downtime_threshold_ms, hourly_revenue from equipment_setting where equipment_id = $1 and valid_from <= $2
          order by valid_from desc limit 1 on conflict do nothing`,
        [machine.id, from],
      )
      await query(`update equipment_setting set ${column} = $3 where equipment_id = $1 and valid_from >= $2`, [
        machine.id,
        from,
        value,
      ])
      if (column === 'active')
        await query('update equipment set active = $2 where equipment_id = $1', [machine.id, value])
      if (part !== null) await machinesChanged(ctx, [{ equipmentId: machine.id, from, parts: [part] }])
    })
  }

  async #run(): Promise<void> {
    const machine = this.#dice.one(this.#machines)
    const from = START + this.#dice.upTo(this.#bench.clock.now() - START)
    const to = from + 1 + this.#dice.upTo(12) * HOUR_MS
    await this.#bench.inCompany(async (ctx) => {
      const query = (text: string, values: unknown[]) => run<{ n: number }>(ctx, text, values)
      const [met] = await query(
        'select count(*)::int as n from run where equipment_id = $1 and started_at < $3 and ended_at > $2',
        [machine.id, from, to],
      )
      if (met?.n !== 0) return
      this.log.push(`run of ${machine.id} ${from}..${to}`)
      await query(
        `insert into run (company_id, equipment_id, started_at, ended_at, parts_per_cycle, allow_overrun, created_at, updated_at, cycles)
          select $1::bigint, $2, $3, $4, $5, true, 0, 0, coalesce(sum(number), 0) from event
          where equipment_id = $2 and kind = 1 and is_primary and occurred_at > $3 and occurred_at <= $4`,
        [ctx.companyId, machine.id, from, to, this.#dice.one([null, 2, 4])],
      )
      await machinesChanged(ctx, [{ equipmentId: machine.id, from, to, parts: ['run'] }])
    })
  }

  /** Builds rollups on both servers while late events come in through both servers, and waits for all of it. */
  async #atOnce(): Promise<void> {
    this.log.push('at once:')
    const building = this.#servers.map((server) => server.rollUp())
    await Promise.all([...building, this.#late(), this.#splitStop(), this.#late(), this.#late(), this.#build()])
    this.log.push('done')
  }

  /**
   * Compares the rollups that count as clean with the data they are made of, for each machine. Throws an assertion error with the
   * log at a difference.
   */
  async #compare(): Promise<void> {
    await this.#servers[0]?.ensureCurrent(
      this.#bench.companyId,
      this.#machines.map((machine) => machine.id),
    )
    for (const { id } of this.#machines) {
      const different = await this.#bench.inCompany((ctx) => compareRollups(ctx, [id]))
      expect(different, this.log.join('\n')).toEqual([])
    }
  }

  async #ask(): Promise<void> {
    const question = this.#question()
    await this.#servers[0]?.ensureCurrent(
      this.#bench.companyId,
      this.#machines.map((machine) => machine.id),
    )
    const { companyId, clock, test } = this.#bench
    const within = <Answer>(ask: (ctx: Ctx) => Promise<Answer>) =>
      asSystem({ database: test.database, clock }, companyId, ask, { snapshot: true })
    const answer = await within((ctx) => figuresOver(ctx, question))
    const { ours, naive: reference } = await bothWays(this.#bench, question, answer)
    const note = `${JSON.stringify(question)}\n${this.log.join('\n')}`
    expect(ours, note).toEqual(reference)
    // The way of the summary, which reads fewer sums of each machine, some days at a time.
    const groups = question.groups.slice(0, -1).map((group) => ({ ...group, inBuckets: true }))
    const all = { ...question, groups, money: false, averages: false }
    const daysAtOnce = this.#dice.one([2, 9, 8000])
    const short = await within((ctx) => utilizationOver(ctx, { ...all, daysAtOnce }))
    const plain = await within((ctx) => figuresOver(ctx, { ...all, wideFrom: 50 }))
    expect(utilizationOf(short), note).toEqual(utilizationOf(plain))
  }

  #question(): Question {
    const { upTo, one: pick, chance } = this.#dice
    const now = this.#bench.clock.now()
    const from = chance(0.4) ? Math.floor((START - DAY_MS) / DAY_MS) * DAY_MS : START - DAY_MS + upTo(now - START)
    const to = chance(0.4) ? now : from + upTo(now - from + HOUR_MS)
    const interval = pick<BucketInterval>(to - from > 3 * DAY_MS ? [86_400, 604_800] : [900, 3600, 86_400, 604_800])
    const week = { zone: pick(zones), dayStartMin: pick([0, 0, 0, 360, 465]), firstWeekday: pick([0, 1] as const) }
    const half = [{ from: from + upTo(Math.max(0, to - from)), to: to + HOUR_MS }]
    const groups: Group[] = this.#machines.map(({ id }) => ({
      key: `e${id}`,
      members: new Map([[id, null]]),
      inBuckets: chance(0.5),
    }))
    groups.push({
      key: 'unit',
      members: new Map(this.#machines.map(({ id }) => [id, chance(0.3) ? half : [{ from, to }]])),
      inBuckets: true,
    })
    return {
      groups,
      period: { from, to },
      now,
      shift: pick([null, null, 1, 2, 3]),
      buckets: chance(0.8) ? { interval, week } : null,
      money: chance(0.8),
      averages: true,
      wideFrom: pick([0, 1, 50]),
    }
  }
}

/**
 * Returns the figures of the summary by group: scheduled time, effective run time and scheduled offline time in ms, first of the
 * whole period and then of each bucket.
 */
const utilizationOf = ({ groups }: Awaited<ReturnType<typeof utilizationOver>>) =>
  [...groups].map(([key, { whole, buckets }]) => [
    key,
    [whole, ...(buckets ?? [])].map((part) => [part.scheduledMs, part.effectiveRunMs, part.offlineScheduledMs]),
  ])

/**
 * Runs a random case for each seed from `from` (inclusive) to `to` (exclusive), with `steps` random changes, on a database of its
 * own. Stops at the first case that fails or whose figures differ from a computation from all data, and throws an error with its
 * seed.
 */
export async function rollupCases(from: number, to: number, steps: number): Promise<void> {
  for (let seed = from; seed < to; seed++) {
    const bench = await FlowBench.open(START)
    const random = new Case(bench, seed)
    try {
      await random.run(steps)
    } catch (error) {
      await random.stop()
      await bench.close().catch(() => undefined)
      throw new Error(`Seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error })
    }
    await random.stop()
    await bench.close()
  }
}
