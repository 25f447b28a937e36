import type { Ctx } from '../../platform/ctx.ts'
import { toIsoOrNull } from '../../platform/http/instants.ts'
import type { EquipmentRow } from '../tree/index.ts'
import { countsByType, type TypeCount } from './queries.ts'
import { typeOf } from './read-alarms.ts'

/** Returns, in API form, how many alarms machines have and how many are tripped; archived machines are left out. */
export async function alarmSummary(ctx: Ctx, machines: readonly EquipmentRow[]) {
  const ids = machines.filter((machine) => machine.active).map((machine) => machine.equipmentId)
  const counts = await countsByType(ctx, ids)
  const isMaintenance = (count: TypeCount) => typeOf(count).pmEnabled
  return {
    alarms: sumOf(counts.filter((count) => !isMaintenance(count))),
    maintenance: sumOf(counts.filter(isMaintenance)),
  }
}

function sumOf(counts: readonly TypeCount[]) {
  const since = counts.flatMap((count) => count.trippedSince ?? [])
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    tripped: counts.reduce((sum, { tripped }) => sum + tripped, 0),
    tripped_since: toIsoOrNull(since.length === 0 ? null : Math.min(...since)),
  }
}
