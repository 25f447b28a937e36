import type { Answer, Query } from '@millwatch/contract/endpoint'
import type { accountOfEquipment } from '@millwatch/contract/http/utilization'
import type { Range } from '@millwatch/domain/time'
import { type AccountEntry, accountOf, OUTSIDE, sumAccount, type TimeInUnit } from '@millwatch/domain/utilization'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { fromIso, toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { getEquipment, settingsOver } from '../tree/index.ts'
import { choicesOf, machineTimes, pastOf, timesInUnit } from '../utilization/index.ts'
import { unitsWithMachines } from './scope.ts'

/** Largest number of entries in one answer, as the list on screen shows no more at once. */
const MOST_ENTRIES = 2000

interface AccountAsked {
  readonly id: number
  readonly query: Query<typeof accountOfEquipment>
}

/**
 * Returns the account of one machine over a period up to now: its time, one entry per range with the same category, of which at
 * most 2,000 from `query.after` on; `more_after` is the start of the next entry, null if there is none. Sums cover all entries.
 * With `orgUnitId` the entries show the time included in that unit, also for a removed machine. 404 for an unknown machine or
 * unit, and for a removed machine without `orgUnitId`.
 */
export async function machineAccount(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { id, query }: AccountAsked,
): Promise<Omit<Answer<typeof accountOfEquipment>, 'status'>> {
  const period = askedPeriod(query, now)
  const inUnit = query.orgUnitId === undefined ? await itself(ctx, id) : await under(ctx, query.orgUnitId, id, period)
  await requireCurrent([id])
  const settings = await settingsOver(ctx, [id])
  const [time] = await machineTimes(ctx, [{ equipmentId: id, ...period }], { now, settings, shifts: 'none' })
  const { shift } = choicesOf(query, 'UTC')
  const entries = time === undefined || period.from === period.to ? [] : accountOf(time, period, now, { shift, inUnit })
  const sum = sumAccount(entries)
  const after = query.after === undefined ? period.from : fromIso(query.after, 'querystring/after')
  const rest = entries.filter((entry) => entry.from >= after)
  const next = rest[MOST_ENTRIES]
  return {
    run_secs: sum.effectiveRunMs / 1000,
    scheduled_s: sum.scheduledMs / 1000,
    entries: entries.length,
    data: presentColumns(rest.slice(0, MOST_ENTRIES)),
    more_after: toIsoOrNull(next?.from ?? null),
    as_of: toIso(now),
  }
}

async function itself(ctx: Ctx, id: number): Promise<null> {
  await getEquipment(ctx, id)
  return null
}

async function under(ctx: Ctx, unitId: number, id: number, period: Range): Promise<TimeInUnit> {
  await unitsWithMachines(ctx, [unitId])
  const inUnit = timesInUnit(await pastOf(ctx, [unitId]), unitId, period).get(id)
  if (inUnit === undefined) throw new NotFound()
  return inUnit
}

function presentColumns(entries: readonly AccountEntry[]) {
  return {
    started_at: entries.map((entry) => entry.from / 1000),
    ended_at: entries.map((entry) => entry.to / 1000),
    status_id: entries.map((entry) => entry.status),
    shift: entries.map((entry) => (entry.shift === OUTSIDE ? null : entry.shift)),
    counts_as: entries.map((entry) => entry.as),
  }
}
