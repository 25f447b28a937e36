import { DEFAULT_QUARANTINE_QUOTA, type PerDeviceAndCompany } from '@millwatch/domain/devices'
import { acknowledgeOutputs } from '../modules/alarms/index.ts'
import { shareDevices } from '../modules/devices/index.ts'
import {
  addToQuarantineBytes,
  addToTallies,
  type BatchIdentity,
  type CheckedBatch,
  claimBatches,
  insertEvents,
  insertQuarantine,
  type PlacedEvent,
  type Receipt,
  type StoredEvent,
} from '../modules/ingest/index.ts'
import { applyIntervalChanges, putCheckpoints, saveMachines } from '../modules/status/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import { type Database, isNoPartition } from '../platform/db/index.ts'
import { Unavailable } from '../platform/errors.ts'
import { checkClocks } from './clock-resets.ts'
import { type CommittedMachine, computeMachine, type Fresh, nothingFresh, withIds } from './compute-machine.ts'
import { dataChangeOf } from './data-change.ts'
import { advancesOf, stateAdvances } from './dispatch.ts'
import { updateDependents } from './follow.ts'
import { splitByHorizon } from './kept.ts'
import type { KnownPlaces } from './known-places.ts'
import { knownFromPlaced } from './machine-events.ts'
import { holdMachines, type Machine, type MachineCache, rowOf } from './machines.ts'
import { markFresh, type Remark, remark, remarkOf } from './marks.ts'
import { type Months, PartitionsMissing } from './months.ts'
import { machinesOf, NO_MACHINE, type Places, place, placeBatch, placesOf } from './place.ts'
import { type Claimed, entriesOf } from './quarantine-entries.ts'
import { fillQuarantine, type QuarantineFill } from './quarantine-room.ts'
import type { ReplaySizes } from './replay.ts'
import type { RollupMarks } from './rollup-marks.ts'
import { Tallies } from './tallies.ts'

/**
 * Event that leaves quarantine because its time has come or a person released it. `receivedAt` (epoch ms) is its original
 * receipt.
 */
export interface Release {
  readonly deviceId: number
  readonly batchId: string
  readonly receivedAt: number
  readonly event: StoredEvent
  /** Text of the event as it was stored in quarantine. */
  readonly raw: string
  /** Number of bytes by which the event used the quotas of quarantine. */
  readonly keptBytes: number
}

/** Input of one commit of one company: batches to store, machines that are due, and events that leave quarantine. */
export interface Work {
  readonly batches: readonly CheckedBatch[]
  /** Ids of machines whose status must be computed again because time passed or a setting changed. */
  readonly due?: readonly number[]
  /** True: machines that another transaction has locked are left out, instead of waited for. */
  readonly skipBusy?: boolean
  /** Takes events out of quarantine and returns them; called inside the transaction. */
  readonly takeReleases?: (ctx: Ctx) => Promise<readonly Release[]>
}

export interface Advance {
  readonly database: Database
  readonly clock: Clock
  readonly cache: MachineCache
  readonly places: KnownPlaces
  readonly months: Months
  readonly sizes: ReplaySizes
  readonly rollupMarks: RollupMarks
  /** Limits on the bytes in quarantine; the default limits unless given. */
  readonly quarantineQuota?: PerDeviceAndCompany | undefined
}

/** Error of a commit whose room in the company's quarantine another commit has used meanwhile. `advance` tries again. */
class QuarantineChanged extends Error {}

/**
 * Error of a commit in which the assignments of a device changed after they were read and before its machines were locked.
 * `advance` tries again.
 */
class PlacesChanged extends Error {}

/**
 * Commits batches, releases from quarantine and due machines of one company in one transaction: it claims the batch
 * ids, stores the events, computes the status of the machines and writes all that follows, or writes nothing. Returns
 * one receipt for each batch, in the order of the batches. Updates the caches after the commit. Repeats a commit that
 * lost a race up to five times, then throws `Unavailable`; throws `QuarantineFull` if quarantine has no room. Any
 * server can do this for any device, because each machine's row is locked first.
 */
export async function advance(deps: Advance, companyId: number, work: Work): Promise<Receipt[]> {
  let holdsDevices = false
  for (let tries = 0; ; tries++) {
    try {
      const { receipts, machines, places, held } = await asSystem(
        deps,
        companyId,
        (ctx) => commit(ctx, deps, work, holdsDevices),
        { pool: 'ingest' },
      )
      deps.cache.keep(companyId, machines)
      deps.places.keep(companyId, places, held)
      return receipts
    } catch (error) {
      if (error instanceof PlacesChanged) holdsDevices = true
      else if (error instanceof PartitionsMissing) await deps.months.ensure(companyId, error.instants)
      else if (isNoPartition(error)) deps.months.forget()
      else if (!(error instanceof QuarantineChanged)) throw error
      if (tries >= 5) throw new Unavailable(error)
    }
  }
}

/** Result of a commit, with the machines and assignments on which it was based. */
interface Committed {
  readonly receipts: Receipt[]
  readonly machines: Machine[]
  readonly places: Places
  readonly held: ReadonlyMap<number, Machine>
}

async function commit(
  ctx: Ctx,
  {
    cache,
    places: knownPlaces,
    months,
    sizes,
    rollupMarks,
    quarantineQuota: quota = DEFAULT_QUARANTINE_QUOTA,
  }: Advance,
  work: Work,
  holdsDevices: boolean,
): Promise<Committed> {
  const releases = work.takeReleases === undefined ? [] : await work.takeReleases(ctx)
  const deviceIds = [...work.batches, ...releases].map(({ deviceId }) => deviceId)
  const cachedPlaces = holdsDevices ? new Map<number, never>() : knownPlaces.of(ctx.companyId, deviceIds)
  const uncachedIds = deviceIds.filter((id) => !cachedPlaces.has(id))
  const places = new Map([...cachedPlaces, ...(await placesHeld(ctx, uncachedIds, holdsDevices))])
  const machineIds = [...new Set([...machinesOf(places), ...(work.due ?? [])])]
  const holding = holdMachines(ctx, cache, machineIds, {
    skipBusy: work.skipBusy === true && releases.length === 0,
  })
  // Sent directly after the locks, without waiting for them. A machine without a row must get its row before any batch
  // is claimed.
  const claiming = cache.hasAll(ctx.companyId, machineIds) ? ignoreLaterFailure(claim(ctx, work.batches)) : null
  const { held, reloaded } = await holding
  // Another transaction may have changed the devices of a reloaded machine; every such change locks the machine's row.
  const doubtful = knownPlaces.outdated(ctx.companyId, cachedPlaces.keys(), held)
  if (reloaded.length > 0) doubtful.push(...uncachedIds)
  if (doubtful.length > 0) await requireSamePlaces(ctx, knownPlaces, places, doubtful)

  const claimed = await (claiming ?? claim(ctx, work.batches))
  const newBatches = claimed.flatMap(({ batch, identity }) => (identity === 'new' ? [batch] : []))
  const placed = newBatches.flatMap((batch) => placeBatch(places, held, batch))
  for (const { deviceId, batchId, receivedAt, event } of releases)
    placed.push(place(places, held, deviceId, batchId, receivedAt, event))
  const clocks = await checkClocks(ctx, places, newBatches)
  const resets = placed.filter(({ event }) => clocks.resets.has(event))
  const { taken, refused } = splitByHorizon(
    held,
    placed.filter(({ event }) => !clocks.resets.has(event)),
  )
  const missing = months.missing(taken.map(({ event }) => event.occurredAt))
  if (missing.length > 0) throw new PartitionsMissing(missing)
  const entries = entriesOf(claimed, { before_horizon: refused, clock_reset: resets }, releases)
  const filled = await fillQuarantine(ctx, entries, { leaving: releases, deviceIds }, quota)
  const { fresh, late } = await markFresh(ctx, held, taken)
  // From here on the writes are not awaited one by one. They run in order, so each sees the result of the writes before
  // it.
  const stored = [ignoreLaterFailure(insertEvents(ctx, fresh)), ignoreLaterFailure(insertQuarantine(ctx, filled.kept))]
  const news = { fresh, late, contacts: contactsOf(places, work.batches) }
  const computed = await computeAll(ctx, held, news, { sizes, rollupMarks })
  const tallies = new Tallies([...refused, ...resets])
  tallies.noteClocks(clocks.liveAt, resets)
  const receipts = claimed.map(({ batch, identity }) => tallies.count(batch, identity))
  for (const { deviceId, event } of releases)
    if (!refused.some((placedEvent) => placedEvent.event === event)) tallies.release(deviceId)
  tallies.fill(filled.changes)
  const counted = ignoreLaterFailure(addToTallies(ctx, tallies.changes()))
  const acknowledged = ignoreLaterFailure(acknowledgeOutputs(ctx, work.batches))
  // Last, because every other commit of the company that adds to quarantine waits for this row.
  const [machines] = await Promise.all([
    ...([computed.written, counted, acknowledged] as const),
    countInCompany(ctx, filled, quota),
    ...stored,
  ])
  return { receipts, machines, places, held }
}

async function countInCompany(ctx: Ctx, { changes, total }: QuarantineFill, quota: PerDeviceAndCompany): Promise<void> {
  if (changes.size === 0 || (total.junk === 0 && total.held === 0)) return
  if (!(await addToQuarantineBytes(ctx, total, quota.company)))
    throw new QuarantineChanged('Quarantine of the company was filled meanwhile')
}

/**
 * Returns the same promise, but marks it as one that is awaited later, so that its failure is not reported as unhandled when the
 * commit fails earlier.
 */
function ignoreLaterFailure<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/** New data of a commit: events to process, stored cycles to mark again, and contacts. */
interface News {
  readonly fresh: readonly PlacedEvent[]
  /** Range of stored cycles to mark again, by machine id. */
  readonly late: ReadonlyMap<number, Remark>
  /** Time at which the present primary device of each machine last reached the server (epoch ms), by machine id. */
  readonly contacts: ReadonlyMap<number, number>
}

/**
 * Computes the status of every machine of the commit that has new events or is due, and sends the writes that follow. Resolves
 * once all are sent; `written` resolves to the computed machines once all are stored.
 */
async function computeAll(
  ctx: Ctx,
  held: ReadonlyMap<number, Machine>,
  { fresh, late, contacts }: News,
  { sizes, rollupMarks }: Pick<Advance, 'sizes' | 'rollupMarks'>,
): Promise<{ written: Promise<Machine[]> }> {
  const freshOf = groupByMachine(fresh)
  const followed: CommittedMachine[] = []
  for (const [id, machine] of held) {
    const news = freshOf.get(id) ?? nothingFresh
    // The machine is held only because one of its devices sent events of another machine, or nothing new.
    if (!freshOf.has(id) && !isOverdue(machine, ctx.clock.now())) continue
    const again = remarkOf(machine, late.get(id))
    const remarked = again === null ? { machine, touched: null } : await remark(ctx, machine, again, sizes)
    const update = await computeMachine(ctx, remarked.machine, news, sizes)
    followed.push({ before: machine, news, remarked: remarked.touched, ...update })
  }
  const changing = ignoreLaterFailure(
    applyIntervalChanges(
      ctx,
      followed.flatMap(({ changes }) => changes ?? []),
    ),
  )
  const writing = [
    putCheckpoints(
      ctx,
      followed.flatMap(({ checkpoints }) => checkpoints),
    ),
    saveMachines(
      ctx,
      followed.map((committed) => ({ ...rowOf(committed.machine), ...dataChangeOf(committed) })),
    ),
  ].map(ignoreLaterFailure)
  await updateDependents(ctx, followed, rollupMarks)
  writing.push(ignoreLaterFailure(stateAdvances(ctx, advancesOf(followed, contacts))))
  const written = Promise.all([changing, ...writing]).then(([ids]) =>
    followed.map(({ machine }) => withIds(machine, ids as Awaited<typeof changing>)),
  )
  return { written: ignoreLaterFailure(written) }
}

/**
 * Returns by machine id the time of receipt (epoch ms) of the last batch in this commit from the machine's present primary
 * device. Machines without such a batch are left out.
 */
function contactsOf(places: Places, batches: readonly CheckedBatch[]): Map<number, number> {
  const contacts = new Map<number, number>()
  for (const { deviceId, receivedAt } of batches) {
    const present = places.get(deviceId)?.at(-1)
    if (present?.isPrimary && present.to === null)
      contacts.set(present.equipmentId, Math.max(receivedAt, contacts.get(present.equipmentId) ?? 0))
  }
  return contacts
}

function isOverdue(machine: Machine, now: number): boolean {
  return machine.recomputeFrom !== null || (machine.dueAt !== null && machine.dueAt <= now)
}

function groupByMachine(placed: readonly PlacedEvent[]): Map<number, Fresh> {
  const byMachine = new Map<
    number,
    { primary: ReturnType<typeof knownFromPlaced>[]; others: ReturnType<typeof knownFromPlaced>[] }
  >()
  for (const event of placed) {
    if (event.equipmentId === NO_MACHINE) continue
    let fresh = byMachine.get(event.equipmentId)
    if (fresh === undefined) {
      fresh = { primary: [], others: [] }
      byMachine.set(event.equipmentId, fresh)
    }
    ;(event.isPrimary ? fresh.primary : fresh.others).push(knownFromPlaced(event))
  }
  return byMachine
}

/**
 * Claims the ids of batches and returns for each, in order, if it is new, a duplicate, or reuses an id with other content. A
 * reused id is claimed together with the hash of the content, so that a retry of the same batch is a duplicate.
 */
async function claim(ctx: Ctx, batches: readonly CheckedBatch[]): Promise<Claimed[]> {
  if (batches.length === 0) return []
  const identities = await claimBatches(ctx, batches)
  const reused = batches.filter((_, i) => identities[i] === 'reused').map(renamed)
  const again = reused.length === 0 ? [] : await claimBatches(ctx, reused)
  return batches.map((batch, i) => {
    const identity = identities[i] as BatchIdentity
    if (identity !== 'reused') return { batch, identity }
    return { batch, identity: again.shift() === 'new' ? 'reused' : 'duplicate' }
  })
}

const renamed = (batch: CheckedBatch): CheckedBatch => ({
  ...batch,
  batchId: `${batch.batchId} reused for ${batch.contentHash.toString('hex')}`,
})

/**
 * Returns the present and past assignments of devices. A device without any assignment has no machine to lock, so the device
 * itself is locked against a new assignment until the transaction ends. With `all`, every device is locked.
 */
async function placesHeld(ctx: Ctx, deviceIds: readonly number[], all: boolean): Promise<Places> {
  if (deviceIds.length === 0) return new Map()
  const places = await placesOf(ctx, deviceIds)
  const toHold = all ? deviceIds : deviceIds.filter((id) => !places.has(id))
  if (toHold.length === 0) return places
  await shareDevices(ctx, toHold)
  return placesOf(ctx, deviceIds)
}

async function requireSamePlaces(
  ctx: Ctx,
  knownPlaces: KnownPlaces,
  places: Places,
  deviceIds: readonly number[],
): Promise<void> {
  const again = await placesOf(ctx, deviceIds)
  if (deviceIds.every((id) => JSON.stringify(again.get(id)) === JSON.stringify(places.get(id)))) return
  knownPlaces.forget(ctx.companyId, deviceIds)
  throw new PlacesChanged('Devices were placed anew')
}
