import { subtreeOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx, KioskGrants } from '../../platform/ctx.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'

/** Machine or unit, by its kind and id. */
interface Place {
  readonly kind: 'equipment' | 'org_unit'
  readonly id: number
}

/**
 * Returns true when all these places belong to the page of the acting display: its machine, or its unit with all units and
 * machines under it now. Removed machines do not belong to a unit. True for every actor that is not a display.
 */
async function areOfPage(ctx: Ctx, places: readonly Place[]): Promise<boolean> {
  // Other callers than displays may reach all places of the company.
  if (ctx.actor.kind !== 'kiosk') return true
  const { orgUnitId, equipmentId }: KioskGrants = ctx.actor.grants
  if (orgUnitId === null) return places.every(({ kind, id }) => kind === 'equipment' && id === equipmentId)
  const under = new Set(subtreeOf(treeOf(await allUnits(ctx)), orgUnitId).map((unit) => unit.id))
  const units = places.filter(({ kind }) => kind === 'org_unit')
  const machineIds = [...new Set(places.flatMap(({ kind, id }) => (kind === 'equipment' ? [id] : [])))]
  const machines = machineIds.length === 0 ? [] : await equipmentByIds(ctx, machineIds)
  return (
    units.every(({ id }) => under.has(id)) &&
    machines.length === machineIds.length &&
    machines.every((machine) => under.has(machine.parentOrgUnitId))
  )
}

interface ReachDeps {
  /** Returns the machine of a stop of the actor's company; undefined for an unknown stop. `equipmentOfRun` does so for a run. */
  readonly equipmentOfStop: (ctx: Ctx, id: number) => Promise<number | undefined>
  readonly equipmentOfRun: (ctx: Ctx, id: number) => Promise<number | undefined>
}

/**
 * Returns true when all subjects of a request or room belong to the page of the acting display: its machine, or its unit with all
 * units and machines under it now. Stops and runs belong to their machines. True for every other actor, except that an unknown
 * stop or run gives false for all.
 */
export async function reachesSubjects(
  ctx: Ctx,
  deps: ReachDeps,
  subjects: readonly { readonly kind: Place['kind'] | 'stop' | 'run'; readonly id: number }[],
): Promise<boolean> {
  const places: Place[] = []
  for (const { kind, id } of subjects) {
    if (kind === 'equipment' || kind === 'org_unit') {
      places.push({ kind, id })
      continue
    }
    const machine = await (kind === 'stop' ? deps.equipmentOfStop(ctx, id) : deps.equipmentOfRun(ctx, id))
    if (machine === undefined) return false
    places.push({ kind: 'equipment', id: machine })
  }
  return areOfPage(ctx, places)
}
