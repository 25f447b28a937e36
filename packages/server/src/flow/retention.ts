import { localDayOf } from '@millwatch/domain/time'
import { removeEventsBefore } from '../modules/ingest/index.ts'
import { allEquipment } from '../modules/tree/index.ts'
import { dirtySpans, statesOf } from '../modules/utilization/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { findCompany } from '../platform/directory/index.ts'
import type { JobKind } from '../platform/jobs/index.ts'
import { setHorizon } from './horizon.ts'
import { trimQuarantine } from './quarantine-retention.ts'

const DAY_MS = 86_400_000

export interface RetentionDeps {
  readonly database: Database
  readonly clock: Clock
  /** What is still to be told of these machines is told first. */
  readonly ensureTold: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
  /** What others keep for a while only goes with it, whatever the company says of its events. */
  readonly forgetOld: (ctx: Ctx) => Promise<void>
}

/** When it runs, UTC. */
export const retentionTime = { hour: 3, minute: 20 }

interface Removed {
  machines: number
  events: number
  /** Entries of quarantine. */
  quarantined: number
}

/**
 * Removes what quarantine does not keep any longer, and single events that a company does not. Each machine is a transaction of its own, so that nobody
 * waits long, and what a first try did a second finds done: the horizon moves, and the events before it go, or neither.
 */
export function retention({
  database,
  clock,
  ensureTold,
  forgetOld,
}: RetentionDeps): JobKind<Record<string, never>, Removed> {
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
      for (const { equipment_id: id } of machines) {
        signal.throwIfAborted()
        await ensureTold(companyId, [id])
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
 * Moves a machine's horizon up to the local midnight before an instant. Null, and nothing is done, as long as rollups do not
 * hold all that lies before it: what single events said is had from them afterwards.
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
