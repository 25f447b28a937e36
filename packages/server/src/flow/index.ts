import type { EnvelopeShape } from '@millwatch/contract/devices'
import type { ByteAllowances, PerDeviceAndCompany } from '@millwatch/domain/devices'
import { findDevices } from '../modules/devices/index.ts'
import { checkMessage, type Receipt } from '../modules/ingest/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import { DiskGuard } from '../platform/disk/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Logger } from '../platform/logger.ts'
import { subscribeInTransactions } from '../platform/outbox/same-transaction.ts'
import { type Advance, advance } from './advance.ts'
import { type AlarmWork, evaluateAlarms, turnsOfAlarms } from './alarms.ts'
import { recomputingAfterStepBack } from './clock-set-back.ts'
import { CommitQueues } from './commit-queues.ts'
import { Commits } from './commits.ts'
import { keepShifts } from './keep-shifts.ts'
import { KnownPlaces } from './known-places.ts'
import { MachineCache } from './machines.ts'
import { makePartition } from './make-partition.ts'
import { Months } from './months.ts'
import { noteStrangers } from './note-strangers.ts'
import { type Message, Receiver } from './receive.ts'
import { type ReplaySizes, usualSizes } from './replay.ts'
import { RollupBuilder } from './rollup.ts'
import { RollupMarks } from './rollup-marks.ts'
import { transactionSubscribers } from './subscribe.ts'
import { dueOf, type Tick, tick } from './tick.ts'
import { Ticker } from './ticker.ts'

export type { Receipt } from '../modules/ingest/index.ts'
export type { Message } from './receive.ts'

export interface FlowDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  /** Returns the hash of a device key in the form in which it is stored. */
  readonly hashKey: (key: string) => Buffer
  /** Returns the hashes of a device key under earlier signing keys; absent: there are none. */
  readonly olderHashesOf?: (key: string) => readonly Buffer[]
  readonly sizes?: ReplaySizes
  /** False: `start` does not begin the evaluation of alarms. True unless given. */
  readonly evaluatesAlarms?: boolean
  /** Guard that refuses messages while the disk is full. Unless given, only errors of the database show that it is. */
  readonly disk?: DiskGuard | undefined
  /** Limits that replace the default ones, for tests. */
  readonly limits?: { readonly bytes?: ByteAllowances; readonly quarantine?: PerDeviceAndCompany } | undefined
}

/** Pipeline from a device's message to the computed status of its machine, in the order of `docs/flow.md`. */
export interface Flow {
  /** Returns the active device that has this uuid and key. Throws `device_unauthorized` if there is none. */
  authenticate(deviceUuid: string, key: string): Promise<{ companyId: number; deviceId: number }>
  /** Removes all devices, keys and companies from the cache, so that they are read from the directory again. */
  forgetDevices(): void
  /** Stores on a device, without waiting, the reason for which its whole message was refused. */
  noteRefusal(device: { companyId: number; deviceId: number }, reason: string): void
  /**
   * Throws the error that a message of so many bytes would get, before the message is read; resolves if it may be sent.
   */
  admit(sender: { deviceUuid: string; key: string }, bytes: number): Promise<void>
  /**
   * Receives one message and resolves to its receipt after its events are committed. Rejects with an error of the closed list if
   * the message is refused or must be sent again.
   */
  receive(message: Message): Promise<Receipt>
  /**
   * Stores messages of known devices without checking allowances, one commit per call, and returns their receipts in order.
   * Throws if a message is refused; the others may be stored then. Used for the history of the demo.
   */
  load(companyId: number, batches: readonly { deviceId: number; envelope: EnvelopeShape }[]): Promise<Receipt[]>
  /**
   * Computes status that is due, by the passing of time or a requested recomputation, and writes shift history that is due, so
   * that a question about these machines gets a current answer.
   */
  ensureCurrent(companyId: number, equipmentIds: readonly number[]): Promise<void>
  /** Evaluates the alarms of all machines that are due at present. */
  evaluateAlarms(): Promise<void>
  /**
   * Builds all rollups that can be built at present, except those that another server is building, and resolves when they are
   * built. Throws the first error of a machine or company that fails, after the others of its turn are built.
   * Builds nothing during `withoutRollups`.
   */
  rollUp(): Promise<void>
  /**
   * Runs `work`, which stores much of the past, and returns its result. This server builds no rollups meanwhile, since it would
   * build them again with each part.
   */
  withoutRollups<Result>(work: () => Promise<Result>): Promise<Result>
  /** Returns true while many events wait for their commit, so that messages will soon be refused. */
  isBehind(): boolean
  /** Returns the number of events that wait for their commit. */
  waitingEvents(): number
  /** Starts the work that runs by the clock. */
  start(): void
  /** Stops the work that runs by the clock and waits until all received messages are committed. */
  stop(): Promise<void>
}

const TICK_MS = 250
/** Pause (ms) between two turns of the evaluation of alarms. */
const ALARMS_MS = 500
/** Pause (ms) between two builds of rollups after the last one left nothing to build. */
const ROLLUP_MS = 1000

/**
 * Creates the pipeline from messages to status, which can receive messages before `start`. `start` adds the work that a clock
 * drives: ticks, alarms, rollups. Replaces the subscribers to shared facts in the whole process; `stop` leaves them.
 */
export function createFlow(given: FlowDeps): Flow {
  subscribeInTransactions(transactionSubscribers)
  const { database, clock, logger, hashKey, olderHashesOf = () => [], sizes = usualSizes, limits = {} } = given
  const disk = given.disk ?? new DiskGuard({ clock, logger })
  const rollupMarks = new RollupMarks()
  const months = new Months((companyId, at) => makePartition({ database, clock }, companyId, 'event', at))
  const deps: Advance = {
    ...{ database, clock, months, sizes, rollupMarks },
    cache: new MachineCache(),
    places: new KnownPlaces(),
    quarantineQuota: limits.quarantine,
  }
  const commits = new Commits(deps, logger, disk)
  const queues = new CommitQueues((companyId, batches) => commits.commit(companyId, batches))
  const receiver = new Receiver({
    clock,
    findDevices: (uuids) => findDevices(database, uuids),
    hashesOf: (key) => [hashKey(key), ...olderHashesOf(key)],
    submit: (companyId, batch) => queues.submit(companyId, batch),
    refuse: (device, reason) => commits.noteRefusal(device, reason),
    refuseStranger: noteStrangers(clock, logger),
    disk,
    byteAllowances: limits.bytes,
  })
  const builder = new RollupBuilder({
    database,
    clock,
    marks: rollupMarks,
    failed: (error, about) => logger.warn({ err: error, ...about }, 'Rollups could not be built'),
  })
  const ticking = new Ticker(turnOfClock(deps, logger), logger, TICK_MS)
  const alarms: AlarmWork = {
    ...{ database, clock },
    failed: (error, about) => logger.warn({ err: error, ...about }, 'An alarm could not be evaluated'),
  }
  const evaluating = new Ticker(turnsOfAlarms(alarms), logger, ALARMS_MS)
  const building = new Ticker(() => builder.turn(), logger, ROLLUP_MS)
  return {
    authenticate: (deviceUuid, key) => receiver.authenticate(deviceUuid, key),
    forgetDevices: () => receiver.forgetDevices(),
    noteRefusal: (device, reason) => commits.noteRefusal(device, reason),
    admit: (sender, bytes) => receiver.admit(sender, bytes),
    receive: (message) => receiver.receive(message),
    load: async (companyId, batches) => {
      const validated = batches.map(({ deviceId, envelope }) =>
        checkMessage({ deviceId, envelope, receivedAt: clock.now(), ip: null }),
      )
      return (await commits.commit(companyId, validated)).map(receiptOf)
    },
    ensureCurrent: (companyId, equipmentIds) => ensureCurrent(deps, companyId, equipmentIds),
    evaluateAlarms: () => evaluateAlarms(alarms),
    rollUp: () => builder.all(),
    withoutRollups: (work) => builder.pauseDuring(work),
    isBehind: () => queues.isBehind,
    waitingEvents: () => queues.waitingEvents,
    start: () => {
      ticking.start()
      if (given.evaluatesAlarms !== false) evaluating.start()
      building.start()
    },
    stop: async () => {
      await Promise.all([ticking.stop(), evaluating.stop(), building.stop()])
      await queues.drained()
    },
  }
}

function receiptOf(outcome: Receipt | AppError): Receipt {
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/**
 * Returns a function for one turn of the clock: it computes due machines and releases events from quarantine whose time has come.
 * First it makes all machines due if the clock was set back.
 */
function turnOfClock(deps: Advance, logger: Logger): () => Promise<unknown> {
  const ticking: Tick = {
    ...deps,
    failed: (error, companyId) => logger.warn({ err: error, companyId }, 'A tick of the clock failed'),
  }
  const afterStepBack = recomputingAfterStepBack(ticking)
  return async () => {
    await afterStepBack()
    await tick(ticking)
  }
}

async function ensureCurrent(deps: Advance, companyId: number, equipmentIds: readonly number[]): Promise<void> {
  for (let more = true; more; ) {
    const due = await dueOf(deps, companyId, equipmentIds)
    if (due.machines.length > 0) await advance(deps, companyId, { batches: [], due: due.machines })
    if (due.plans.length > 0) await keepShifts(deps, companyId, equipmentIds)
    more = due.isMore
  }
}
