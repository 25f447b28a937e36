import type { EnvelopeShape } from '@millwatch/contract/devices'
import { ensurePartition, type JudgedBatch, judge, noteRefusal, type Receipt } from '../modules/ingest/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { findDevices } from '../platform/directory/index.ts'
import type { Logger } from '../platform/logger.ts'
import { type Advance, advance } from './advance.ts'
import { keepShifts } from './keep-shifts.ts'
import { KnownPlaces } from './known-places.ts'
import { Lanes } from './lanes.ts'
import { MachineCache } from './machines.ts'
import { Months } from './months.ts'
import { type Message, Receiver } from './receive.ts'
import { type Pace, usualPace } from './road.ts'
import { RollupBuilder } from './rollup.ts'
import { RollupMarks } from './rollup-marks.ts'
import { dueOf, type Tick, tick } from './tick.ts'

export type { Receipt } from '../modules/ingest/index.ts'
export type { Message } from './receive.ts'

export interface FlowDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  /** How keys of devices are stored. */
  readonly hashKey: (key: string) => Buffer
  readonly pace?: Pace
}

/** The river: everything between a device's message and told status, in the order of `docs/flow.md`. */
export interface Flow {
  /** Is the device who it says it is? Throws `device_unauthorized`. */
  authenticate(deviceUuid: string, key: string): Promise<{ companyId: number; deviceId: number }>
  /** Notes on a device why a whole message of it was refused. */
  noteRefusal(device: { companyId: number; deviceId: number }, reason: string): void
  /** One message; resolves after the commit. */
  receive(message: Message): Promise<Receipt>
  /** Messages of known devices in bulk, without allowance: the demo's history. One commit per call. */
  load(companyId: number, batches: readonly { deviceId: number; envelope: EnvelopeShape }[]): Promise<Receipt[]>
  /** What time alone has changed about these machines is told before a question about them is answered. */
  ensureTold(companyId: number, equipmentIds: readonly number[]): Promise<void>
  /** Builds all rollups that can be built at present. */
  rollUp(): Promise<void>
  /** Starts the clock's part. */
  start(): void
  /** Stops the clock's part and waits for what was received to be committed. */
  stop(): Promise<void>
}

const TICK_MS = 250
/** Between two looks for rollups to be built. */
const ROLLUP_MS = 1000

export function createFlow({ database, clock, logger, hashKey, pace = usualPace }: FlowDeps): Flow {
  const rollupMarks = new RollupMarks()
  const deps: Advance = { database, clock, cache: new MachineCache(), places: new KnownPlaces(), pace, rollupMarks }
  const months = new Months()
  const system = (companyId: number, work: (ctx: Ctx) => Promise<void>) =>
    database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock }), { pool: 'ingest' })

  const ensureMonths = async (companyId: number, instants: Iterable<number>) => {
    const missing = months.missing(instants)
    for (const month of missing) await system(companyId, (ctx) => ensurePartition(ctx, month))
    months.exist(missing)
  }
  const commit = async (companyId: number, batches: readonly JudgedBatch[]) => {
    try {
      await ensureMonths(companyId, instantsOf(batches))
      return await advance(deps, companyId, { batches })
    } catch (error) {
      logger.warn({ err: error, companyId, batches: batches.length }, 'A commit of the flow failed')
      throw error
    }
  }
  const lanes = new Lanes(commit)
  const note = ({ companyId, deviceId }: { companyId: number; deviceId: number }, reason: string) => {
    logger.warn({ companyId, deviceId, reason }, 'A message was refused')
    system(companyId, (ctx) => noteRefusal(ctx, deviceId, reason)).catch((error) =>
      logger.warn({ err: error }, 'A refusal was not noted'),
    )
  }
  const receiver = new Receiver({
    clock,
    findDevices: (uuids) => findDevices(database, uuids),
    hashKey,
    submit: (companyId, batch) => lanes.submit(companyId, batch),
    refuse: note,
  })
  const ticking: Tick = {
    ...deps,
    ensureMonths: (companyId, releases) =>
      ensureMonths(
        companyId,
        releases.map(({ event }) => event.occurredAt),
      ),
    failed: (error, companyId) => logger.warn({ err: error, companyId }, 'A turn of the clock failed'),
  }
  const ticker = new Ticker(() => tick(ticking), logger, TICK_MS)
  const builder = new RollupBuilder({
    database,
    clock,
    marks: rollupMarks,
    failed: (error, companyId) => logger.warn({ err: error, companyId }, 'Rollups could not be built'),
  })
  const building = new Ticker(() => builder.turn(), logger, ROLLUP_MS)

  return {
    authenticate: (deviceUuid, key) => receiver.authenticate(deviceUuid, key),
    noteRefusal: note,
    receive: (message) => receiver.receive(message),
    load: (companyId, batches) =>
      commit(
        companyId,
        batches.map(({ deviceId, envelope }) => judge({ deviceId, envelope, receivedAt: clock.now(), ip: null })),
      ),
    ensureTold: async (companyId, equipmentIds) => {
      for (let more = true; more; ) {
        const due = await dueOf(deps, companyId, equipmentIds)
        if (due.machines.length > 0) await advance(deps, companyId, { batches: [], due: due.machines })
        if (due.plans.length > 0) await keepShifts(deps, companyId, equipmentIds)
        more = due.isMore
      }
    },
    rollUp: () => builder.all(),
    start: () => {
      ticker.start()
      building.start()
    },
    stop: async () => {
      await Promise.all([ticker.stop(), building.stop()])
      await lanes.drained()
    },
  }
}

function* instantsOf(batches: readonly JudgedBatch[]): Generator<number> {
  for (const batch of batches) for (const event of batch.events) yield event.occurredAt
}

/** Calls `work` over and over with a pause between; a failure is logged and the next turn tries again. */
class Ticker {
  readonly #work: () => Promise<unknown>
  readonly #logger: Logger
  readonly #pauseMs: number
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> = Promise.resolve()
  #stopped = true

  constructor(work: () => Promise<unknown>, logger: Logger, pauseMs: number) {
    this.#work = work
    this.#logger = logger
    this.#pauseMs = pauseMs
  }

  start(): void {
    this.#stopped = false
    this.#timer = setTimeout(() => {
      this.#turn = this.#work()
        .catch((error) => this.#logger.warn({ err: error }, 'A turn of the clock failed'))
        .then(() => {
          if (!this.#stopped) this.start()
        })
    }, this.#pauseMs)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#turn
  }
}
