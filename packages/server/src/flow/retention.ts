import { DAY_MS, localDayOf, type PartitionRange } from '@millwatch/domain/time'
import { findCompany, putUnplacedHorizon } from '../modules/identity/index.ts'
import { countEventsIn, removeEventsBefore } from '../modules/ingest/index.ts'
import { horizonsOf, loadMachines } from '../modules/status/index.ts'
import { zonesOfMachinesEver } from '../modules/tree/index.ts'
import { dirtySpans, statesOf } from '../modules/utilization/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import { isTransient } from '../platform/db/faults.ts'
import { dropForgottenEvents, eventPartitionsBefore } from '../platform/db/index.ts'
import type { JobKind } from '../platform/jobs/index.ts'
import { setHorizon } from './horizon.ts'
import { NO_MACHINE } from './place.ts'
import { trimQuarantine } from './quarantine-retention.ts'

export interface RetentionNeeds extends Pick<Needs, 'database' | 'clock' | 'ensureCurrent'> {
  /** Removes other data of a company that is only kept for a limited time, independent of its retention. */
  readonly forgetOld: (ctx: Ctx) => Promise<void>
}

/** UTC time of day at which the nightly retention runs. */
export const retentionTime = { hour: 3, minute: 20 }

interface Removed {
  machines: number
  events: number
  /** Number of partitions that were dropped whole. */
  partitions: number
  /** Number of removed entries of quarantine. */
  quarantined: number
}

/**
 * Returns the nightly job that removes old data of a company: entries of quarantine, other expired data (`forgetOld`), and events
 * older than the company's retention (none when it keeps them forever). First the horizon of each machine, also of a removed one,
 * moves to a local midnight, in a transaction of its own; a machine without complete rollups up to then is skipped. Events that
 * belong to no machine have one horizon per company. Then partitions are dropped in which no company keeps an event, and the
 * remaining events before the horizons are deleted, machine by machine. A repeated run finds nothing to do, and an interrupted
 * one is completed by the next.
 */
export function retention({
  database,
  clock,
  ensureCurrent,
  forgetOld,
}: RetentionNeeds): JobKind<Record<string, never>, Removed> {
  return {
    name: 'retention',
    queue: 'long',
    async prepare({ companyId, signal }) {
      const removed: Removed = { machines: 0, events: 0, partitions: 0, quarantined: 0 }
      const within = <T>(work: (ctx: Ctx) => Promise<T>) =>
        asSystem({ database, clock }, companyId, work, { pool: 'jobs' })
      removed.quarantined = await trimQuarantine(within, signal)
      const days = (await findCompany(database, companyId))?.retentionDays ?? null
      if (days === null) return removed
      for (const [id, zone] of await within(zonesOfMachinesEver)) {
        signal.throwIfAborted()
        await ensureCurrent(companyId, [id])
        if (await within((ctx) => moveHorizon(ctx, id, zone, clock.now() - days * DAY_MS))) removed.machines += 1
      }
      const unplacedHorizon = clock.now() - days * DAY_MS
      await putUnplacedHorizon(database, companyId, unplacedHorizon)
      const horizons = new Map(await within(horizonsOf)).set(NO_MACHINE, unplacedHorizon)
      await removeForgotten(within, horizons, removed, signal)
      return removed
    },
    async run(ctx, _args, _job, removed) {
      await forgetOld(ctx)
      return { ...removed }
    },
  }
}

/**
 * Moves a machine's horizon to the local midnight at or before an instant (epoch ms), and returns true. `zone` is the machine's
 * time zone, for days of a machine without rollups. Returns false and changes nothing if the machine had no event before that
 * midnight, as long as rollups lack figures before it, and when `setHorizon` refuses.
 */
async function moveHorizon(ctx: Ctx, equipmentId: number, zone: string, before: number): Promise<boolean> {
  const [machine] = await loadMachines(ctx, [equipmentId])
  if (machine === undefined) return false
  const state = (await statesOf(ctx, [equipmentId])).get(equipmentId)
  const at = localDayOf(before, state?.zone ?? zone).from
  const isBefore = (instant: number | null) => instant !== null && instant < at
  if (!isBefore(machine.firstEventAt) && !isBefore(machine.beganAt)) return false
  // Time without evidence has no rollups.
  if (isBefore(machine.beganAt) && !(await isBuiltBefore(ctx, equipmentId, at))) return false
  return setHorizon(ctx, equipmentId, at)
}

/** Returns true if the rollups of a machine with evidence contain all its figures before an instant (epoch ms). */
async function isBuiltBefore(ctx: Ctx, equipmentId: number, at: number): Promise<boolean> {
  const state = (await statesOf(ctx, [equipmentId])).get(equipmentId)
  if (state === undefined || state.builtTo < at || state.builtFrom >= at) return false
  return (await dirtySpans(ctx, [equipmentId], { from: state.builtFrom, to: at })).length === 0
}

type Within = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Removes the events before the horizons (epoch ms, by machine id) of the company, and adds the numbers of removed events and
 * partitions to `removed`. A partition that another transaction uses is not dropped; its rows are deleted instead.
 */
async function removeForgotten(
  within: Within,
  horizons: ReadonlyMap<number, number>,
  removed: Removed,
  signal: AbortSignal,
): Promise<void> {
  const latest = Math.max(...horizons.values(), Number.NEGATIVE_INFINITY)
  for (const { name, range } of await within((ctx) => eventPartitionsBefore(ctx, latest))) {
    signal.throwIfAborted()
    const events = await within((ctx) => dropIfForgotten(ctx, name, range)).catch((error: unknown) => {
      // Somebody else uses the table: its rows are deleted below, and the empty partition is dropped on another night.
      if (isTransient(error)) return null
      throw error
    })
    if (events === null) continue
    removed.events += events
    removed.partitions += 1
  }
  for (const [id, at] of horizons) {
    signal.throwIfAborted()
    removed.events += await within((ctx) => removeEventsBefore(ctx, id, at))
  }
}

/**
 * Drops a partition of events if no company keeps an event in it, and returns the number of the company's events that were in it.
 * Null: not dropped.
 */
async function dropIfForgotten(ctx: Ctx, name: string, { from, to }: PartitionRange): Promise<number | null> {
  const events = await countEventsIn(ctx, from, to)
  return (await dropForgottenEvents(ctx, name)) ? events : null
}
