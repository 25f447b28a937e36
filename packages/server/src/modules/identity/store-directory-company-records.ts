import type { Database, Tx } from '../../platform/db/index.ts'
import { databaseRead, databaseRows, directoryRead, directoryRow } from '../../platform/db/statements.ts'
import { Unavailable } from '../../platform/errors.ts'
import { announceDeviceAccess } from './device-access.ts'
import type { Company } from './store-directory-companies.ts'
import { endSessionsOfCompany } from './store-directory-sessions.ts'

/** Company with all fields that the operator of the installation sees and edits. `createdAt` is epoch ms. */
export interface CompanyRecord extends Company {
  readonly createdAt: number
  readonly streetAddress: string | null
  readonly zipCode: string | null
  readonly pocPhoneNumber: string | null
  readonly pocEmail: string | null
  /** Value of each flag by its name: true or a word; a missing flag is off. */
  readonly flags: Readonly<Record<string, unknown>>
  /**
   * Instant of its suspension (epoch ms); null: it is not suspended. While it is, its people cannot sign in and messages of its
   * devices are refused.
   */
  readonly suspendedAt: number | null
  /** Instant at which the company and its data are removed (epoch ms); null: no removal is planned. */
  readonly deleteDueAt: number | null
  /** True: admins and superusers must have a second factor. */
  readonly requiresFactor: boolean
}

const columns = `company_id as "companyId", name, root_org_unit_id as "rootOrgUnitId", retention_days as "retentionDays",
  created_at as "createdAt", street_address as "streetAddress", zip_code as "zipCode", poc_phone_number as "pocPhoneNumber",
  poc_email as "pocEmail", flags, suspended_at as "suspendedAt", delete_due_at as "deleteDueAt",
  second_factor_required as "requiresFactor"`

const record = `select ${columns} from company where company_id = $1 and root_org_unit_id is not null`

export const companyRecord = directoryRow<CompanyRecord, [companyId: number]>('directory_company_record', record)

/**
 * Returns the record of a company, locked until the transaction ends, so that nobody else changes it; undefined: there is none.
 */
export const lockCompanyRecord = directoryRow<CompanyRecord, [companyId: number]>(
  'directory_company_record_locked',
  `${record} for no key update`,
)

export const companyRecords = databaseRows<CompanyRecord>(
  'directory_company_records',
  `select ${columns} from company where root_org_unit_id is not null order by company_id`,
)

export interface CompanyFields {
  readonly name: string
  readonly streetAddress: string | null
  readonly zipCode: string | null
  readonly pocPhoneNumber: string | null
  readonly pocEmail: string | null
  readonly flags: Readonly<Record<string, unknown>>
}

const write = {
  name: 'directory_company_write',
  text: `update company set name = $2, street_address = $3, zip_code = $4, poc_phone_number = $5, poc_email = $6,
    flags = $7::jsonb where company_id = $1`,
}

/**
 * Replaces the fields of a company that the operator may change. Writes no audit entry; the caller does in the same transaction.
 */
export async function writeCompany(tx: Tx, companyId: number, fields: CompanyFields): Promise<void> {
  const { name, streetAddress, zipCode, pocPhoneNumber, pocEmail, flags } = fields
  await tx.prepared(write, [companyId, name, streetAddress, zipCode, pocPhoneNumber, pocEmail, JSON.stringify(flags)])
}

const suspend = {
  name: 'directory_company_standing',
  text: 'update company set suspended_at = $2, delete_due_at = $3 where company_id = $1',
}
export interface Suspension {
  readonly suspendedAt: number | null
  readonly deleteDueAt: number | null
}

/**
 * Stores the suspension of a company, or its end (null), and the time of its removal, and makes every server check its devices
 * again. A suspension ends the sessions of its people, and its devices and kiosk displays are refused until it ends. Writes no
 * audit entry; the caller does in the same transaction.
 */
export async function setSuspension(
  tx: Tx,
  companyId: number,
  { suspendedAt, deleteDueAt }: Suspension,
): Promise<void> {
  await tx.prepared(suspend, [companyId, suspendedAt, deleteDueAt])
  if (suspendedAt !== null) await endSessionsOfCompany(tx, companyId, suspendedAt)
  await announceDeviceAccess(tx, companyId, null)
}

/** Returns true if the installation has a company other than this one. */
export const hasOtherCompany = directoryRead<{ are: boolean }, boolean, [companyId: number]>(
  'directory_company_others',
  'select exists (select from company where company_id <> $1 and root_org_unit_id is not null) as "are"',
  ([row]) => row?.are ?? false,
)

/** Returns the ids of the companies whose time of removal is `now` (epoch ms) or before, ascending. */
export const companiesToRemove = databaseRead<{ companyId: number }, number[], [now: number]>(
  'directory_companies_to_remove',
  'select company_id as "companyId" from company where delete_due_at <= $1 order by company_id',
  (rows) => rows.map((row) => row.companyId),
)

const remove = {
  name: 'directory_company_remove',
  text: `select removed_table as "table", sum(removed_rows)::bigint as "rows" from remove_company($1, $2) group by 1 order by 1`,
}

/** Tables from which rows were removed, each with the number of rows, by name. */
export type Removed = readonly { readonly table: string; readonly rows: number }[]

/**
 * Deletes all data of a company whose time of removal has come by `now` (epoch ms), and its people who are in no other company
 * and invited by none, in one transaction, and makes every server check its devices again; returns the number of rows by table.
 * Tries up to five times while servers still write data of the company, then throws.
 */
export async function removeCompany(database: Database, companyId: number, now: number): Promise<Removed> {
  const work = async (tx: Tx) => {
    const removed = await tx.prepared<Removed[number]>(remove, [companyId, now])
    await announceDeviceAccess(tx, companyId, null)
    return removed
  }
  for (let tries = 1; ; tries++) {
    try {
      return await database.inDirectory(work, { pool: 'jobs' })
    } catch (error) {
      if (!isWrittenMeanwhile(error) || tries === MOST_TRIES) throw error
    }
  }
}

/** Returns true if a server wrote data of the company: the removal was rolled back for it, or a new row names a deleted one. */
const isWrittenMeanwhile = (error: unknown): boolean =>
  error instanceof Unavailable || (error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)

const FOREIGN_KEY_VIOLATION = '23503'

/** Most tries of a removal, which may be rolled back in favour of a server that writes data of the company. */
const MOST_TRIES = 5
