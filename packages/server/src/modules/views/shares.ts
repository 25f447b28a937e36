import type { Answer, Query } from '@millwatch/contract/endpoint'
import type { sharesOfOrgUnit } from '@millwatch/contract/http/utilization'
import { type Figures, noFigures } from '@millwatch/domain/utilization'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { equipmentEverByIds, inNaturalOrder } from '../tree/index.ts'
import { choicesOf, figuresOver, type Group, pastOf, timesInUnit } from '../utilization/index.ts'
import { type LeftOut, leftOutOf, nothingLeftOut } from './left-out.ts'
import { unitsWithMachines } from './scope.ts'
import { groupOf } from './units.ts'

interface SharesQuestion {
  readonly id: number
  readonly query: Query<typeof sharesOfOrgUnit>
}

const WHOLE = 'whole'

/**
 * Returns the share of each machine in the sums of a unit over a period, beside the machine's own figures and the time left out,
 * in natural order. Lists all machines that are in the unit now; a machine that has left the unit is listed only if the unit's
 * sums include time of it in the period, or leave some out as excluded. 404 for an unknown unit.
 */
export async function unitShares(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { id, query }: SharesQuestion,
): Promise<Omit<Answer<typeof sharesOfOrgUnit>, 'status'>> {
  const { units } = await unitsWithMachines(ctx, [id])
  const here = new Set(units.flatMap(({ machines }) => machines.map((machine) => machine.equipmentId)))
  const past = await pastOf(ctx, [id])
  const ids = [...past.histories.keys()]
  await requireCurrent(ids)
  const period = askedPeriod(query, now)
  const times = timesInUnit(past, id, period)
  const groups: Group[] = [
    groupOf(WHOLE, times, false),
    ...[...times].flatMap(([machineId, { counts }]) => [
      { key: `share ${machineId}`, members: new Map([[machineId, counts]]), inBuckets: false },
      { key: `own ${machineId}`, members: new Map([[machineId, null]]), inBuckets: false },
    ]),
  ]
  const { shift } = choicesOf(query, 'UTC')
  const answer = await figuresOver(ctx, { groups, period, now, shift, buckets: null, money: false, averages: false })
  const figuresByKey = (key: string): Figures => answer.groups.get(key)?.whole ?? noFigures
  const each = [...times].map((entry) => new Map([entry]))
  const [leftOut, machines] = await Promise.all([
    leftOutOf(ctx, { period, now, shift }, each),
    equipmentEverByIds(ctx, ids),
  ])
  const leftOutById = new Map([...times.keys()].map((machineId, i) => [machineId, leftOut[i] ?? nothingLeftOut]))
  const shares = inNaturalOrder(machines, (machine) => machine.equipmentId).flatMap((machine) => {
    const inUnit = times.get(machine.equipmentId)
    if (inUnit === undefined) return []
    const isHere = here.has(machine.equipmentId)
    if (!isHere && inUnit.counts.length + inUnit.excluded.length === 0) return []
    return [
      {
        id: machine.equipmentId,
        name: machine.name,
        is_here: isHere,
        ...presentSums(figuresByKey(`share ${machine.equipmentId}`), figuresByKey(`own ${machine.equipmentId}`)),
        ...presentLeftOut(leftOutById.get(machine.equipmentId) ?? nothingLeftOut),
      },
    ]
  })
  const whole = figuresByKey(WHOLE)
  return {
    run_secs: whole.effectiveRunMs / 1000,
    scheduled_s: whole.scheduledMs / 1000,
    shares,
    as_of: toIso(now),
  }
}

function presentSums(share: Figures, ownFigures: Figures) {
  return {
    run_secs: share.effectiveRunMs / 1000,
    scheduled_s: share.scheduledMs / 1000,
    own_run_secs: ownFigures.effectiveRunMs / 1000,
    own_scheduled_s: ownFigures.scheduledMs / 1000,
  }
}

const presentLeftOut = ({ excluded, archived, elsewhere }: LeftOut) => ({
  excluded_s: excluded.ms / 1000,
  archived_s: archived.ms / 1000,
  elsewhere_s: elsewhere.ms / 1000,
})
