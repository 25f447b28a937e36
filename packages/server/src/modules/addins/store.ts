import type { Ctx } from '../../platform/ctx.ts'
import { companyHas, companyRow, companyRows, companyRun } from '../../platform/db/statements.ts'

export interface AddinFields {
  readonly name: string
  readonly iconUrl: string | null
  readonly indexUrl: string
  readonly equipmentEnabled: boolean
  readonly orgUnitEnabled: boolean
}

export interface AddinRow extends AddinFields {
  readonly addinId: number
}

const columns = `addin_id as "addinId", name, icon_url as "iconUrl", index_url as "indexUrl",
  equipment_enabled as "equipmentEnabled", org_unit_enabled as "orgUnitEnabled"`

/** Returns all add-ins of the company, by id. */
export const allAddins = companyRows<AddinRow>(
  'addins.all',
  `select ${columns} from addin where company_id = $1 order by addin_id`,
)

export const findAddin = companyRow<AddinRow, [addinId: number]>(
  'addins.by_id',
  `select ${columns} from addin where company_id = $1 and addin_id = $2`,
)

const insert = {
  name: 'addins.insert',
  text: `insert into addin (company_id, name, icon_url, index_url, equipment_enabled, org_unit_enabled, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
}

export async function insertAddin(ctx: Ctx, addin: AddinFields): Promise<AddinRow> {
  const { name, iconUrl, indexUrl, equipmentEnabled, orgUnitEnabled } = addin
  const values = [ctx.companyId, name, iconUrl, indexUrl, equipmentEnabled, orgUnitEnabled, ctx.clock.now()]
  const [row] = await ctx.tx.prepared<AddinRow>(insert, values)
  if (!row) throw new Error('An add-in was not stored')
  return row
}

/**
 * Locks an add-in until the transaction ends, so that no other transaction changes it, and returns true; returns false when there
 * is none with this id.
 */
export const holdAddin = companyHas<[addinId: number]>(
  'addins.hold',
  'select from addin where company_id = $1 and addin_id = $2 for no key update',
)

const update = {
  name: 'addins.update',
  text: `update addin set name = $3, icon_url = $4, index_url = $5, equipment_enabled = $6, org_unit_enabled = $7
    where company_id = $1 and addin_id = $2`,
}

export async function updateAddin(ctx: Ctx, addin: AddinRow): Promise<void> {
  const { addinId, name, iconUrl, indexUrl, equipmentEnabled, orgUnitEnabled } = addin
  await ctx.tx.prepared(update, [ctx.companyId, addinId, name, iconUrl, indexUrl, equipmentEnabled, orgUnitEnabled])
}

export const deleteAddin = companyRun<[addinId: number]>(
  'addins.delete',
  'delete from addin where company_id = $1 and addin_id = $2',
)
