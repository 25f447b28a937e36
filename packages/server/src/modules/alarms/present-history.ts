import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { equipmentByIds } from '../tree/index.ts'
import { idsOfText } from './machines.ts'
import { alarmsByIds } from './queries.ts'
import { historyBetween } from './queries-history.ts'
import { memberName, membersById, typeOf } from './read-alarms.ts'

const MOST_ROWS = 100_000

/**
 * Returns, in API form, the trips and early completions of alarms that begin in `[from, to)` (epoch ms), newest first and at most
 * `most`; `truncated` is true if there are more. `acknowledged_by` is null also for a person who has left. `idText` has the ids
 * of the alarms, with commas. 404 for an unknown alarm and one of a removed machine.
 */
export async function exportedHistory(ctx: Ctx, idText: string, { from, to }: Range, most = MOST_ROWS) {
  const ids = idsOfText(idText)
  const alarms = new Map((await alarmsByIds(ctx, ids)).map((alarm) => [alarm.alarmId, alarm]))
  const machines = await equipmentByIds(ctx, [...new Set([...alarms.values()].map((alarm) => alarm.equipmentId))])
  const names = new Map(machines.map((machine) => [machine.equipmentId, machine.name]))
  if (ids.some((id) => !names.has(alarms.get(id)?.equipmentId ?? 0))) throw new NotFound()
  const found = await historyBetween(ctx, ids, from, to, most + 1)
  const rows = found.slice(0, most)
  const members = await membersById(
    ctx,
    rows.flatMap((row) => row.acknowledgedBy ?? []),
  )
  const history = rows.flatMap((trip) => {
    const alarm = alarms.get(trip.alarmId)
    if (alarm === undefined) return []
    const by = members.get(trip.acknowledgedBy ?? 0)
    return {
      id: trip.alarmTripId,
      equipment: names.get(alarm.equipmentId) ?? '',
      alarm_id: trip.alarmId,
      alarm_type: typeOf(alarm).name,
      created_at: toIso(trip.trippedAt),
      cleared_at: toIsoOrNull(trip.clearedAt),
      args: { ...trip.args },
      args_latest: trip.argsLatest === null ? null : { ...trip.argsLatest },
      acknowledged_at: toIsoOrNull(trip.acknowledgedAt),
      acknowledged_by: by === undefined ? null : memberName(ctx.actor, by),
      acknowledged_notes: trip.acknowledgedNotes,
    }
  })
  return { history, truncated: found.length > most }
}
