import { reachesSubjects } from '../modules/kiosks/index.ts'
import { findRun } from '../modules/runs/index.ts'
import { findInterval } from '../modules/stops/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import type { Ctx } from '../platform/ctx.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Reaches } from '../platform/http/page-of-kiosk.ts'

/** Returns a function that resolves to true if all subjects of a request belong to the page of its kiosk display. */
export function reachOfKiosks({ database, clock }: Pick<Needs, 'database' | 'clock'>): Reaches {
  const deps = {
    equipmentOfStop: async (ctx: Ctx, id: number) => (await findInterval(ctx, id))?.equipmentId,
    equipmentOfRun: async (ctx: Ctx, id: number) => (await findRun(ctx, id))?.equipmentId,
  }
  return (caller, subjects) => {
    const { companyId } = caller
    const actor = actorOf(caller)
    return database.inCompany(companyId, (tx) => reachesSubjects({ companyId, actor, tx, clock }, deps, subjects))
  }
}
