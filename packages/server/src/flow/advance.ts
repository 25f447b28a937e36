import { DEFAULT_QUARANTINE_QUOTA, type PerDeviceAndCompany } from '@millwatch/domain/devices'
import { shareDevices } from '../modules/devices/index.ts'
import {
  addToQuarantineBytes,
  addToTallies,
  type BatchIdentity,
  claimBatches,
  insertEvents,
  insertQuarantine,
  type JudgedBatch,
  type PlacedEvent,
  type Receipt,
  type StoredEvent,
} from '../modules/ingest/index.ts'
import { applyIntervalChanges, putCheckpoints, saveMachines } from '../modules/status/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import { type Database, isNoPartition } from '../platform/db/index.ts'
import { Unavailable } from '../platform/errors.ts'
import { judgeClocks } from './clock-resets.ts'
import { hintsOf, sendHints } from './dispatch.ts'
import { type Followed, follow } from './follow.ts'
import { takeKept } from './kept.ts'
import type { KnownPlaces } from './known-places.ts'
import { knownFromPlaced } from './machine-events.ts'
import { holdMachines, type Machine, type MachineCache, rowOf } from './machines.ts'
import { markFresh, type Remark, remark, remarkOf } from './marks.ts'
import { type Months, PartitionsMissing } from './months.ts'
import { machinesOf, NO_MACHINE, type Places, place, placeBatch, placesOf } from './place.ts'
import { type Claimed, entriesOf } from './quarantine-entries.ts'
import { fillQuarantine, type QuarantineFill } from './quarantine-room.ts'
import type { Pace } from './road.ts'
import type { RollupMarks } from './rollup-marks.ts'
import { Tallies } from './tallies.ts'
import { type Fresh, nothingFresh, tellMachine, withIds } from './tell.ts'

/** An event that leaves quarantine because its time has come. */
export interface Release {
  readonly deviceId: number
  readonly batchId: string
  readonly receivedAt: number
  readonly event: StoredEvent
  /** As quarantine kept it. */
  readonly raw: string
  /** Bytes that the event counted for in quarantine. */
  readonly keptBytes: number
}

/** What one commit is made of, all of one company. */
export interface Work {
  readonly batches: readonly JudgedBatch[]
  /** Machines that time, or a changed setting, has overtaken. */
  readonly due?: readonly number[]
  /** Leave machines alone that another transaction is busy with. */
  readonly skipBusy?: boolean
  /** Read inside the transaction: what leaves quarantine. */
  readonly takeReleases?: (ctx: Ctx) => Promise<readonly Release[]>
}

export interface Advance {
  readonly database: Database
  readonly clock: Clock
  readonly cache: MachineCache
  readonly places: KnownPlaces
  readonly months: Months
  readonly pace: Pace
  readonly rollupMarks: RollupMarks
  /** Most bytes in quarantine; the usual unless given. */
  readonly quarantineQuota?: PerDeviceAndCompany | undefined
}

/** Another commit took the room in the company's quarantine that this one counted on: begin again. */
class QuarantineChanged extends Error {}

/** The places of devices changed between reading them and holding their machines: begin again. */
class PlacesChanged extends Error {}

/**
 * One commit: batches are claimed, events stored, machines told, and what follows from that is written, or nothing is.
 * The receipts are in the order of the batches. Any server can do it for any device: the machine's row arbitrates.
 */
export async function advance(deps: Advance, companyId: number, work: Work): Promise<Receipt[]> {
  let holdsDevices = false
  for (let tries = 0; ; tries++) {
    try {
      const { receipts, machines, places, held } = await deps.database.inCompany(
        companyId,
        (tx) => commit({ companyId, actor: { kind: 'system' }, tx, clock: deps.clock }, deps, work, holdsDevices),
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

/** What a commit came to, and what it rested on. */
interface Committed {
  readonly receipts: Receipt[]
  readonly machines: Machine[]
  readonly places: Places
  readonly held: ReadonlyMap<number, Machine>
}

async function commit(
  ctx: Ctx,
  { cache, places: knownPlaces, months, pace, rollupMarks, quarantineQuota: quota = DEFAULT_QUARANTINE_QUOTA }: Advance,
  work: Work,
  holdsDevices: boolean,
): Promise<Committed> {
  const releases = work.takeReleases === undefined ? [] : await work.takeReleases(ctx)
  const deviceIds = [...work.batches, ...releases].map(({ deviceId }) => deviceId)
  const known = holdsDevices ? new Map<number, never>() : knownPlaces.of(ctx.companyId, deviceIds)
  const unknown = deviceIds.filter((id) => !known.has(id))
  const places = new Map([...known, ...(await placesHeld(ctx, unknown, holdsDevices))])
  const machineIds = [...new Set([...machinesOf(places), ...(work.due ?? [])])]
  const holding = holdMachines(ctx, cache, machineIds, {
    skipBusy: work.skipBusy === true && releases.length === 0,
  })
  // Sent right behind the locks. Not where a machine may have no row yet: that is made before any name is claimed.
  const claiming = cache.hasAll(ctx.companyId, machineIds) ? underWay(claim(ctx, work.batches)) : null
  const { held, reloaded } = await holding
  // A machine that somebody else touched may have changed its devices meanwhile; whoever does that holds its row.
  const doubtful = knownPlaces.outdated(ctx.companyId, known.keys(), held)
  if (reloaded.length > 0) doubtful.push(...unknown)
  if (doubtful.length > 0) await insistOnPlaces(ctx, knownPlaces, places, doubtful)

  const claimed = await (claiming ?? claim(ctx, work.batches))
  const newBatches = claimed.flatMap(({ batch, identity }) => (identity === 'new' ? [batch] : []))
  const placed = newBatches.flatMap((batch) => placeBatch(places, held, batch))
  for (const { deviceId, batchId, receivedAt, event } of releases)
    placed.push(place(places, held, deviceId, batchId, receivedAt, event))
  const clocks = await judgeClocks(ctx, places, newBatches)
  const resets = placed.filter(({ event }) => clocks.resets.has(event))
  const { taken, refused } = takeKept(
    held,
    placed.filter(({ event }) => !clocks.resets.has(event)),
  )
  const missing = months.missing(taken.map(({ event }) => event.occurredAt))
  if (missing.length > 0) throw new PartitionsMissing(missing)
  const entries = entriesOf(claimed, { before_horizon: refused, clock_reset: resets }, releases)
  const filled = await fillQuarantine(ctx, entries, { leaving: releases, deviceIds }, quota)
  const { fresh, late } = await markFresh(ctx, held, taken)
  // From here on what is written is not waited for, one statement after the other: each finds what those before it wrote.
  const stored = [underWay(insertEvents(ctx, fresh)), underWay(insertQuarantine(ctx, filled.kept))]
  const news = { fresh, late, contacts: contactsOf(places, work.batches) }
  const telling = await tellAll(ctx, held, news, { pace, rollupMarks })
  const tallies = new Tallies([...refused, ...resets])
  tallies.noteClocks(clocks.liveAt, resets)
  const receipts = claimed.map(({ batch, identity }) => tallies.count(batch, identity))
  for (const { deviceId, event } of releases) if (!refused.some((one) => one.event === event)) tallies.release(deviceId)
  tallies.fill(filled.changes)
  const counted = underWay(addToTallies(ctx, tallies.changes()))
  // Last: every commit of the company that quarantines something waits for this row.
  const [machines] = await Promise.all([telling.written, counted, countInCompany(ctx, filled, quota), ...stored])
  return { receipts, machines, places, held }
}

async function countInCompany(ctx: Ctx, { changes, total }: QuarantineFill, quota: PerDeviceAndCompany): Promise<void> {
  if (changes.size === 0 || (total.junk === 0 && total.held === 0)) return
  if (!(await addToQuarantineBytes(ctx, total, quota.company)))
    throw new QuarantineChanged('Quarantine of the company was filled meanwhile')
}

/** Of what is waited for later; should the commit fail before, nobody is left to hear why it did too. */
function underWay<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/** What came with a commit. */
interface News {
  readonly fresh: readonly PlacedEvent[]
  /** Of which machines stored cycles are to be marked again. */
  readonly late: ReadonlyMap<number, Remark>
  /** When the present primary devices of machines last reached the server. */
  readonly contacts: ReadonlyMap<number, number>
}

/** Tells every machine of the commit and writes what came of it: resolves once all is sent, `written` once it is written. */
async function tellAll(
  ctx: Ctx,
  held: ReadonlyMap<number, Machine>,
  { fresh, late, contacts }: News,
  { pace, rollupMarks }: Pick<Advance, 'pace' | 'rollupMarks'>,
): Promise<{ written: Promise<Machine[]> }> {
  const freshOf = sortOut(fresh)
  const told: Followed[] = []
  for (const [id, machine] of held) {
    const news = freshOf.get(id) ?? nothingFresh
    // Held only because one of its devices spoke of another machine, or of nothing new.
    if (!freshOf.has(id) && !isOverdue(machine, ctx.clock.now())) continue
    const again = remarkOf(machine, late.get(id))
    const remarked = again === null ? { machine, touched: null } : await remark(ctx, machine, again, pace)
    const telling = await tellMachine(ctx, remarked.machine, news, pace)
    told.push({ before: machine, news, remarked: remarked.touched, ...telling })
  }
  const changing = underWay(
    applyIntervalChanges(
      ctx,
      told.flatMap(({ changes }) => changes ?? []),
    ),
  )
  const writing = [
    putCheckpoints(
      ctx,
      told.flatMap(({ checkpoints }) => checkpoints),
    ),
    saveMachines(
      ctx,
      told.map(({ machine }) => rowOf(machine)),
    ),
  ].map(underWay)
  await follow(ctx, told, rollupMarks)
  writing.push(underWay(sendHints(ctx, hintsOf(told, contacts))))
  const written = Promise.all([changing, ...writing]).then(([ids]) =>
    told.map(({ machine }) => withIds(machine, ids as Awaited<typeof changing>)),
  )
  return { written: underWay(written) }
}

/** When the present primary devices of machines last reached the server in this commit. */
function contactsOf(places: Places, batches: readonly JudgedBatch[]): Map<number, number> {
  const contacts = new Map<number, number>()
  for (const { deviceId, receivedAt } of batches) {
    const present = places.get(deviceId)?.at(-1)
    if (present?.isPrimary && present.to === null)
      contacts.set(present.equipmentId, Math.max(receivedAt, contacts.get(present.equipmentId) ?? 0))
  }
  return contacts
}

function isOverdue(machine: Machine, now: number): boolean {
  return machine.retellFrom !== null || (machine.dueAt !== null && machine.dueAt <= now)
}

function sortOut(placed: readonly PlacedEvent[]): Map<number, Fresh> {
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

/** A name that was used for other content is kept under that name and its content, so that a retry of it is a duplicate. */
async function claim(ctx: Ctx, batches: readonly JudgedBatch[]): Promise<Claimed[]> {
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

const renamed = (batch: JudgedBatch): JudgedBatch => ({
  ...batch,
  batchId: `${batch.batchId} reused for ${batch.contentHash.toString('hex')}`,
})

/**
 * Where devices stand and stood. A device that never stood anywhere has no machine to hold: it is itself kept from being put
 * on one until its events are stored, so that whoever does so next finds them. With `all` every device is.
 */
async function placesHeld(ctx: Ctx, deviceIds: readonly number[], all: boolean): Promise<Places> {
  if (deviceIds.length === 0) return new Map()
  const places = await placesOf(ctx, deviceIds)
  const toHold = all ? deviceIds : deviceIds.filter((id) => !places.has(id))
  if (toHold.length === 0) return places
  await shareDevices(ctx, toHold)
  return placesOf(ctx, deviceIds)
}

async function insistOnPlaces(
  ctx: Ctx,
  known: KnownPlaces,
  places: Places,
  deviceIds: readonly number[],
): Promise<void> {
  const again = await placesOf(ctx, deviceIds)
  if (deviceIds.every((id) => JSON.stringify(again.get(id)) === JSON.stringify(places.get(id)))) return
  known.forget(ctx.companyId, deviceIds)
  throw new PlacesChanged('Devices were placed anew')
}
