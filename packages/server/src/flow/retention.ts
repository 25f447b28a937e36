import { localDayOf } from '@millwatch/domain/time'
import { findCompany } from '../modules/identity/index.ts'
import { removeEventsBefore } from '../modules/ingest/index.ts'
import { allEquipment } from '../modules/tree/index.ts'
import { dirtySpans, statesOf } from '../modules/utilization/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { JobKind } from '../platform/jobs/index.ts'
import { setHorizon } from './horizon.ts'
import { trimQuarantine } from './quarantine-retention.ts'

const DAY_MS = 86_400_000

export interface RetentionNeeds extends Pick<Needs, 'database' | 'clock' | 'ensureCurrent'> {
  /** Removes other data that is only kept for a limited time, whatever the company's retention is. */
  readonly forgetOld: (ctx: Ctx) => Promise<void>
}

/** UTC time of day at which the nightly retention runs. */
export const retentionTime = { hour: 3, minute: 20 }

interface Removed {
  machines: number
  events: number
  /** Entries of quarantine. */
  quarantined: number
}

/**
 * Defines the nightly job that removes old data of a company: entries of quarantine, other expired data (`forgetOld`),
 * and events older than the company's retention (none when it keeps them forever). Each machine has its own
 * transaction, in which its horizon moves to a local midnight and its events before it are removed. A machine without
 * complete rollups of that time is skipped. A repeated run finds nothing left to do.
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
      const removed: Removed = { machines: 0, events: 0, quarantined: 0 }
      const within = <T>(work: (ctx: Ctx) => Promise<T>) =>
        database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock }), {
          pool: 'jobs',
        })
      removed.quarantined = await trimQuarantine(within, signal)
      const days = (await findCompany(database, companyId))?.retentionDays ?? null
      if (days === null) return removed
      const machines = await within(allEquipment)
      for (const { equipmentId: id } of machines) {
        signal.throwIfAborted()
        await ensureCurrent(companyId, [id])
        const events = await within((ctx) => forget(ctx, id, clock.now() - days * DAY_MS))
        if (events === null) continue
        removed.machines += 1
        removed.events += events
      }
      return removed
    },
    async run(ctx, _args, _job, removed) {
      await forgetOld(ctx)
      return { ...removed }
    },
  }
}

/**
 * Moves a machine's horizon to the local midnight before an instant (epoch ms) and removes the events before it.
 * Returns the number of removed events. Returns null and changes nothing as long as rollups do not hold all figures of
 * that time.
 */
async function forget(ctx: Ctx, equipmentId: number, before: number): Promise<number | null> {
  const state = (await statesOf(ctx, [equipmentId])).get(equipmentId)
  if (state === undefined) return null
  const at = localDayOf(before, state.zone).from
  if (state.builtTo < at || state.builtFrom >= at) return null
  if ((await dirtySpans(ctx, [equipmentId], { from: state.builtFrom, to: at })).length > 0) return null
  if (!(await setHorizon(ctx, equipmentId, at))) return null
  return removeEventsBefore(ctx, equipmentId, at)
}
