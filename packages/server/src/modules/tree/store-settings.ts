import { type ActivityFrom, type EquipmentSettings, equipmentSettings, type SettingsFrom } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRead, onceFor } from '../../platform/db/statements.ts'
import type { SettingColumns } from './tables.ts'

const names = Object.keys(equipmentSettings) as readonly (keyof EquipmentSettings)[]
const selected = names.map((name) => `${equipmentSettings[name].column} as "${name}"`).join(', ')

/**
 * Returns by machine id the settings over time, ascending by start; the first entry begins at 0. Removed machines are
 * included, unknown ones left out. Within one snapshot, later calls with the same ids return the first result.
 */
export function settingsOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly SettingsFrom[]>> {
  return onceFor(ctx, 'tree.settings_over', equipmentIds, readSettingsOver)
}

async function readSettingsOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly SettingsFrom[]>> {
  const rows = await ctx.tx.prepared<SettingsFrom & { equipmentId: number }>(
    {
      name: 'tree.settings_over',
      text: `select equipment_id as "equipmentId", valid_from as "from", ${selected} from equipment_setting where company_id = $1 and equipment_id = any($2::bigint[])
        order by equipment_id, valid_from`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  const byMachine = new Map<number, SettingsFrom[]>()
  for (const { equipmentId, ...settings } of rows) {
    const history = byMachine.get(equipmentId)
    if (history) history.push(settings)
    else byMachine.set(equipmentId, [settings])
  }
  return byMachine
}

/**
 * Returns by machine id the instants (epoch ms) from which it was active or archived, ascending, the first entry from 0; machines
 * that were never archived are missing.
 */
export const activityOver = companyRead<
  ActivityFrom & { readonly equipmentId: number },
  ReadonlyMap<number, readonly ActivityFrom[]>,
  [equipmentIds: readonly number[]]
>(
  'tree.activity_over',
  `select equipment_id, valid_from as "from", active from equipment_setting where company_id = $1 and equipment_id in
      (select equipment_id from equipment_setting where company_id = $1 and equipment_id = any($2::bigint[]) and not active)
    order by equipment_id, valid_from`,
  (rows) => Map.groupBy(rows, (row) => row.equipmentId),
)

/** Largest number of rows in one statement, which may have 65,535 values. */
const MOST_ROWS = 2000

/** Replaces the whole stored history of settings of each machine in the map. */
export async function putSettings(ctx: Ctx, histories: ReadonlyMap<number, readonly SettingsFrom[]>): Promise<void> {
  if (histories.size === 0) return
  await ctx.tx.prepared(
    {
      name: 'tree.forget_settings',
      text: 'delete from equipment_setting where company_id = $1 and equipment_id = any($2::bigint[])',
    },
    [ctx.companyId, numberArray([...histories.keys()])],
  )
  const rows = [...histories].flatMap(([equipmentId, history]) =>
    history.map((settings) => rowOf(ctx, equipmentId, settings)),
  )
  for (let i = 0; i < rows.length; i += MOST_ROWS)
    await ctx.tx.db
      .insertInto('equipment_setting')
      .values(rows.slice(i, i + MOST_ROWS))
      .execute()
}

function rowOf({ companyId }: Ctx, equipmentId: number, settings: SettingsFrom) {
  const values = Object.fromEntries(names.map((name) => [equipmentSettings[name].column, settings[name]]))
  return { company_id: companyId, equipment_id: equipmentId, valid_from: settings.from, ...(values as SettingColumns) }
}
