import { type AlarmArgs, type AlarmType, alarmTypes, trippedState, urgencyRank } from '@millwatch/domain/alarms'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type EquipmentRow, equipmentByIds } from '../tree/index.ts'
import { withAlarmFacts } from './machines.ts'
import { alarmsByIds, countsByType, machinesTripped, mostUrgent, type TrippedRow, type TypeCount } from './queries.ts'
import { typeOf } from './read-alarms.ts'

/** Number of tripped alarms that the summary names. */
const NAMED = 4

type Typed = Pick<TypeCount, 'alarmTypeId'>
const isMaintenance = (row: Typed): boolean => typeOf(row).pmEnabled
const isAlarm = (row: Typed): boolean => !isMaintenance(row)

/**
 * Returns, in API form, for alarms and for maintenance apart: their number on the machines, the number of the tripped ones, the
 * instant of the earliest of these trips (null: none), and the four most urgent. Archived machines are left out.
 */
export async function alarmSummary(ctx: Ctx, machines: readonly EquipmentRow[]) {
  const active = machines.filter((machine) => machine.active)
  const ids = active.map((machine) => machine.equipmentId)
  const counts = await countsByType(ctx, ids)
  const summed = async (takes: (row: Typed) => boolean) => {
    const taken = counts.filter(takes)
    const typeIds = taken.flatMap(({ alarmTypeId, tripped }) => (tripped > 0 ? [alarmTypeId] : []))
    const tripped = typeIds.length === 0 ? [] : await mostUrgent(ctx, ids, typeIds, typeIds.map(urgencyRank), NAMED)
    return { ...sumOf(taken), most_urgent: await namedOf(ctx, active, tripped) }
  }
  return { alarms: await summed(isAlarm), maintenance: await summed(isMaintenance) }
}

const alarmTypeIds = alarmTypes.filter((type) => !type.pmEnabled).map((type) => type.id)

/**
 * Returns, in API form, the id of each active machine of the company with tripped alarms and the number of these alarms, by id.
 * Maintenance is not counted.
 */
export async function trippedMachines(ctx: Ctx) {
  const tripped = await machinesTripped(ctx, alarmTypeIds)
  const machines = await equipmentByIds(
    ctx,
    tripped.map((row) => row.equipmentId),
  )
  const active = new Set(machines.filter((machine) => machine.active).map((machine) => machine.equipmentId))
  return tripped.flatMap(({ equipmentId: id, tripped }) => (active.has(id) ? [{ id, tripped }] : []))
}

function sumOf(counts: readonly TypeCount[]) {
  const since = counts.flatMap((count) => count.trippedSince ?? [])
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    tripped: counts.reduce((sum, { tripped }) => sum + tripped, 0),
    tripped_since: toIsoOrNull(since.length === 0 ? null : Math.min(...since)),
  }
}

async function namedOf(ctx: Ctx, machines: readonly EquipmentRow[], tripped: readonly TrippedRow[]) {
  if (tripped.length === 0) return []
  const wanted = new Set(tripped.map((row) => row.equipmentId))
  const facts = await withAlarmFacts(
    ctx,
    machines.filter((machine) => wanted.has(machine.equipmentId)),
  )
  const alarms = await alarmsByIds(
    ctx,
    tripped.map((row) => row.alarmId),
  )
  const argsOf = new Map(alarms.map((alarm) => [alarm.alarmId, alarm.args as AlarmArgs]))
  return tripped.flatMap(({ alarmId, alarmTypeId, equipmentId, trippedAt, isAcknowledged, value }) => {
    const machine = facts.get(equipmentId)
    const args = argsOf.get(alarmId)
    if (machine === undefined || args === undefined) return []
    const typeId = alarmTypeId as AlarmType['id']
    const { text, since } = trippedState({ typeId, args, context: machine.settings, trippedAt, value })
    return {
      alarm_id: alarmId,
      text,
      since: toIso(since),
      tripped_at: toIso(trippedAt),
      acknowledged: isAcknowledged,
      Equipment: { id: equipmentId, name: machine.name },
    }
  })
}
