import type { Database, Tx } from '../../platform/db/index.ts'
import { databaseRow, databaseRows, databaseRun } from '../../platform/db/statements.ts'

export interface Company {
  readonly companyId: number
  readonly name: string
  readonly rootOrgUnitId: number
  /** Number of days for which single events are kept; null: without end. */
  readonly retentionDays: number | null
}

const columns = `company_id as "companyId", name, root_org_unit_id as "rootOrgUnitId", retention_days as "retentionDays"`

export const listCompanies = databaseRows<Company>(
  'directory_companies',
  `select ${columns} from company where root_org_unit_id is not null order by company_id`,
)

export const findCompany = databaseRow<Company, [companyId: number]>(
  'directory_company',
  `select ${columns} from company where company_id = $1 and root_org_unit_id is not null`,
)

/**
 * Stores the number of days for which the nightly retention keeps the events of a company; null: without end. Deletes no events
 * itself. Until the next night, all events that belong to no machine are kept.
 */
export const keepEventsFor = databaseRun<[companyId: number, days: number | null]>(
  'directory_company_set_retention',
  `update company set retention_days = $2, unplaced_horizon_at = case when unplaced_horizon_at is not null then 0 end
    where company_id = $1`,
)

/** Stores the instant (epoch ms) before which retention removes the events of a company that belong to no machine. */
export const putUnplacedHorizon = databaseRun<[companyId: number, at: number]>(
  'directory_company_put_unplaced_horizon',
  'update company set unplaced_horizon_at = $2 where company_id = $1',
)

const insert = {
  name: 'directory_company_insert',
  text: `insert into company (name, created_at) values ($1, $2) returning company_id as "companyId"`,
}
const enter = { name: 'directory_company_enter', text: `select set_config('millwatch.company_id', $1, true)` }
const insertRoot = {
  name: 'directory_company_insert_root',
  text: `insert into org_unit (company_id, org_unit_type_id, name, timezone, created_at)
    values ($1, 1, $2, $3, $4) returning org_unit_id as "orgUnitId"`,
}
const setRoot = {
  name: 'directory_company_set_root',
  text: 'update company set root_org_unit_id = $2 where company_id = $1',
}

export interface CompanyToFound {
  readonly name: string
  /** IANA name of the time zone of the root unit, which units below inherit. */
  readonly timezone: string
  readonly createdAt: number
}

/**
 * Adds a company and its root unit, which has the same name, and runs `more` in the same transaction, inside that company;
 * returns the result of `more`. Writes no audit entry.
 */
export async function foundCompany<T>(
  database: Database,
  company: CompanyToFound,
  more: (tx: Tx, founded: Company) => Promise<T>,
): Promise<T> {
  return database.inDirectory(async (tx) => {
    const [row] = await tx.prepared<{ companyId: number }>(insert, [company.name, company.createdAt])
    if (!row) throw new Error('A company was not stored')
    const { companyId } = row
    await tx.prepared(enter, [String(companyId)])
    const [root] = await tx.prepared<{ orgUnitId: number }>(insertRoot, [
      companyId,
      company.name,
      company.timezone,
      company.createdAt,
    ])
    if (!root) throw new Error('A root unit was not stored')
    await tx.prepared(setRoot, [companyId, root.orgUnitId])
    return more(tx, { companyId, name: company.name, rootOrgUnitId: root.orgUnitId, retentionDays: null })
  })
}
