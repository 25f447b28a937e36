import type { EnvelopeShape } from '@millwatch/contract/devices'
import type { ByteAllowances, PerDeviceAndCompany } from '@millwatch/domain/devices'
import { judge, type Receipt } from '../modules/ingest/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import { findDevices } from '../platform/directory/index.ts'
import { DiskGuard } from '../platform/disk/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Logger } from '../platform/logger.ts'
import { type Advance, advance } from './advance.ts'
import { Commits } from './commits.ts'
import { keepShifts } from './keep-shifts.ts'
import { KnownPlaces } from './known-places.ts'
import { Lanes } from './lanes.ts'
import { MachineCache } from './machines.ts'
import { makePartition } from './make-partition.ts'
import { Months } from './months.ts'
import { type Message, Receiver } from './receive.ts'
import { type Pace, usualPace } from './road.ts'
import { RollupBuilder } from './rollup.ts'
import { RollupMarks } from './rollup-marks.ts'
import { dueOf, type Tick, tick } from './tick.ts'
import { Ticker } from './ticker.ts'

export type { Receipt } from '../modules/ingest/index.ts'
export type { Message } from './receive.ts'

export interface FlowDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  /** How keys of devices are stored. */
  readonly hashKey: (key: string) => Buffer
  /** How they were, before the signing key was rotated. */
  readonly olderHashesOf?: (key: string) => readonly Buffer[]
  readonly pace?: Pace
  /** Says when devices must keep what they have because the disk is full; nothing but the database says so unless given. */
  readonly disk?: DiskGuard | undefined
  /** Other limits than the usual ones; for tests. */
  readonly limits?: { readonly bytes?: ByteAllowances; readonly quarantine?: PerDeviceAndCompany } | undefined
}

/** The river: everything between a device's message and told status, in the order of `docs/flow.md`. */
export interface Flow {
  /** Is the device who it says it is? Throws `device_unauthorized`. */
  authenticate(deviceUuid: string, key: string): Promise<{ companyId: number; deviceId: number }>
  /** What is known of devices, keys and companies is asked for anew from here on. */
  forgetDevices(): void
  /** Notes on a device why a whole message of it was refused. */
  noteRefusal(device: { companyId: number; deviceId: number }, reason: string): void
  /** Throws what a message of so many bytes would be answered, before it is read; resolves where it may come. */
  admit(sender: { deviceUuid: string; key: string }, bytes: number): Promise<void>
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
/** Between two looks for rollups to be built, where the last one left nothing. */
const ROLLUP_MS = 1000

export function createFlow(given: FlowDeps): Flow {
  const { database, clock, logger, hashKey, olderHashesOf = () => [], pace = usualPace, limits = {} } = given
  const disk = given.disk ?? new DiskGuard({ clock, logger })
  const rollupMarks = new RollupMarks()
  const months = new Months((companyId, at) => makePartition({ database, clock }, companyId, 'event', at))
  const deps: Advance = {
    ...{ database, clock, months, pace, rollupMarks },
    cache: new MachineCache(),
    places: new KnownPlaces(),
    quarantineQuota: limits.quarantine,
  }
  const commits = new Commits(deps, logger, disk)
  const lanes = new Lanes((companyId, batches) => commits.commit(companyId, batches))
  const receiver = new Receiver({
    clock,
    findDevices: (uuids) => findDevices(database, uuids),
    hashesOf: (key) => [hashKey(key), ...olderHashesOf(key)],
    submit: (companyId, batch) => lanes.submit(companyId, batch),
    refuse: (device, reason) => commits.noteRefusal(device, reason),
    disk,
    byteAllowances: limits.bytes,
  })
  const builder = new RollupBuilder({
    database,
    clock,
    marks: rollupMarks,
    failed: (error, companyId) => logger.warn({ err: error, companyId }, 'Rollups could not be built'),
  })
  const ticking = new Ticker(turnOfClock(deps, logger), logger, TICK_MS)
  const building = new Ticker(() => builder.turn(), logger, ROLLUP_MS)
  return {
    authenticate: (deviceUuid, key) => receiver.authenticate(deviceUuid, key),
    forgetDevices: () => receiver.forgetDevices(),
    noteRefusal: (device, reason) => commits.noteRefusal(device, reason),
    admit: (sender, bytes) => receiver.admit(sender, bytes),
    receive: (message) => receiver.receive(message),
    load: async (companyId, batches) => {
      const judged = batches.map(({ deviceId, envelope }) =>
        judge({ deviceId, envelope, receivedAt: clock.now(), ip: null }),
      )
      return (await commits.commit(companyId, judged)).map(receiptOf)
    },
    ensureTold: (companyId, equipmentIds) => ensureTold(deps, companyId, equipmentIds),
    rollUp: () => builder.all(),
    start: () => {
      ticking.start()
      building.start()
    },
    stop: async () => {
      await Promise.all([ticking.stop(), building.stop()])
      await lanes.drained()
    },
  }
}

function receiptOf(outcome: Receipt | AppError): Receipt {
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** What the clock tells each time, with what was held until its time had come. */
function turnOfClock(deps: Advance, logger: Logger): () => Promise<unknown> {
  const ticking: Tick = {
    ...deps,
    failed: (error, companyId) => logger.warn({ err: error, companyId }, 'A turn of the clock failed'),
  }
  return () => tick(ticking)
}

async function ensureTold(deps: Advance, companyId: number, equipmentIds: readonly number[]): Promise<void> {
  for (let more = true; more; ) {
    const due = await dueOf(deps, companyId, equipmentIds)
    if (due.machines.length > 0) await advance(deps, companyId, { batches: [], due: due.machines })
    if (due.plans.length > 0) await keepShifts(deps, companyId, equipmentIds)
    more = due.isMore
  }
}
