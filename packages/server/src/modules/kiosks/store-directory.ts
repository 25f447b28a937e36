import type { CompanySettings } from '@millwatch/domain/company'
import type { NamedPerson } from '@millwatch/domain/identity'
import type { KioskGrants } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db/index.ts'
import { directoryRow, directoryRows } from '../../platform/db/statements.ts'
import { endSessionsOfKiosk, settingColumns } from '../identity/index.ts'

export interface NewKiosk extends KioskGrants {
  readonly companyId: number
  readonly name: string
  readonly createdBy: number | null
  readonly createdAt: number
}

/** Kiosk display of a company, in use or revoked. Instants are epoch ms. */
export interface Kiosk extends KioskGrants {
  readonly kioskId: number
  readonly name: string
  readonly createdAt: number
  /** Person who made the display; null: not known. */
  readonly createdBy: NamedPerson | null
  readonly revokedAt: number | null
  /** Latest use (epoch ms) of those sessions of the display that were not ended, expired ones too; null: there is none. */
  readonly lastUsedAt: number | null
}

const insert = {
  name: 'directory_kiosk_insert',
  text: `insert into kiosk (company_id, name, page, equipment_id, org_unit_id, may_give_reasons, may_count_scrap, may_set_runs,
      created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning kiosk_id as "kioskId"`,
}

/** Adds a kiosk display, in the caller's transaction, and returns its id. Records no audit entry. */
export async function insertKiosk(tx: Tx, kiosk: NewKiosk): Promise<number> {
  const {
    companyId,
    name,
    page,
    equipmentId,
    orgUnitId,
    mayGiveReasons,
    mayCountScrap,
    maySetRuns,
    createdBy,
    createdAt,
  } = kiosk
  const rights = [mayGiveReasons, mayCountScrap, maySetRuns]
  const values = [companyId, name, page, equipmentId, orgUnitId, ...rights, createdBy, createdAt]
  const [row] = await tx.prepared<{ kioskId: number }>(insert, values)
  if (!row) throw new Error('A kiosk display was not stored')
  return row.kioskId
}

const maker = `case when maker.user_id is not null then
    json_build_object('firstName', maker.first_name, 'lastName', maker.last_name, 'email', maker.email) end`
const columns = `kiosk.kiosk_id as "kioskId", kiosk.name, page, equipment_id as "equipmentId", org_unit_id as "orgUnitId",
  may_give_reasons as "mayGiveReasons", may_count_scrap as "mayCountScrap", may_set_runs as "maySetRuns", kiosk.created_at as "createdAt",
  kiosk.revoked_at as "revokedAt", ${maker} as "createdBy",
  (select max(last_used_at) from session where session.kiosk_id = kiosk.kiosk_id and ended_at is null) as "lastUsedAt"`
const from = 'from kiosk left join app_user as maker on maker.user_id = kiosk.created_by'

/** Returns all kiosk displays of a company, revoked ones too, by id. */
export const listKiosks = directoryRows<Kiosk, [companyId: number]>(
  'directory_kiosks',
  `select ${columns} ${from} where kiosk.company_id = $1 order by kiosk.kiosk_id`,
)

export const findKiosk = directoryRow<Kiosk, [companyId: number, kioskId: number]>(
  'directory_kiosk',
  `select ${columns} ${from} where kiosk.company_id = $1 and kiosk.kiosk_id = $2`,
)

const revoke = {
  name: 'directory_kiosk_revoke',
  text: `update kiosk set revoked_at = $3 where company_id = $1 and kiosk_id = $2 and revoked_at is null
    returning kiosk_id`,
}
const spendCodes = {
  name: 'directory_kiosk_spend_codes',
  text: 'update one_time_code set used_at = $3 where company_id = $1 and kiosk_id = $2 and used_at is null',
}

/**
 * Revokes a kiosk display at `at` (epoch ms), ends its sessions, uses up its open links and returns true. Returns false, and
 * changes nothing, if it was revoked before or does not exist.
 */
export async function revokeKiosk(tx: Tx, companyId: number, kioskId: number, at: number): Promise<boolean> {
  const revoked = await tx.prepared(revoke, [companyId, kioskId, at])
  if (revoked.length === 0) return false
  await endSessionsOfKiosk(tx, kioskId, at)
  await tx.prepared(spendCodes, [companyId, kioskId, at])
  return true
}

type CompanyOfKiosk = CompanySettings & { readonly companyName: string; readonly headerColor: string | null }

/** Returns the name, the header color and the settings of a company for its kiosk displays; undefined for an unknown company. */
export const companyOfKiosk = directoryRow<CompanyOfKiosk, [companyId: number]>(
  'directory_kiosk_company',
  `select name as "companyName", flags ->> 'header_color' as "headerColor", ${settingColumns} from company where company_id = $1`,
)
