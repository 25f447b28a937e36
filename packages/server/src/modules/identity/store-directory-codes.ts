import type { Database, Tx } from '../../platform/db/index.ts'
import { databaseRow, databaseRun, directoryRead, directoryRow, directoryRun } from '../../platform/db/statements.ts'
import { lockUser } from './store-directory-users.ts'

/**
 * Purpose of a code: `reset` a forgotten password, `handoff` a sign-in in another browser, `claim` the key of a device, `invite`
 * the first password of an invited person.
 */
export type CodeKind = 'reset' | 'handoff' | 'claim' | 'invite'

export interface NewCode {
  readonly codeHash: Buffer
  readonly kind: CodeKind
  readonly createdAt: number
  readonly expiresAt: number
  readonly companyId?: number | undefined
  readonly userId?: number | undefined
  readonly kioskId?: number | undefined
  readonly equipmentId?: number | undefined
  /** Session that requested the code; the code is invalid once that session has ended. */
  readonly sessionId?: number | undefined
  /** Admin who gave out the code; the code is invalid once that person has lost the role. */
  readonly createdBy?: number | undefined
}

const insert = {
  name: 'directory_code_insert',
  text: `insert into one_time_code (code_hash, kind, company_id, user_id, kiosk_id, equipment_id, session_id, created_by,
      created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

/** Stores a code by its hash; it can be used once until it expires. */
export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  await tx.prepared(insert, [
    code.codeHash,
    code.kind,
    code.companyId ?? null,
    code.userId ?? null,
    code.kioskId ?? null,
    code.equipmentId ?? null,
    code.sessionId ?? null,
    code.createdBy ?? null,
    code.createdAt,
    code.expiresAt,
  ])
}

/** Owners of a code. A field that does not apply to its kind is null. */
export interface OneTimeCode {
  readonly companyId: number | null
  readonly userId: number | null
  readonly kioskId: number | null
  readonly equipmentId: number | null
  readonly createdBy: number | null
  /** Session that requested the code. */
  readonly sessionId: number | null
  /** Time at which that session began (epoch ms); null: the code has no session. */
  readonly sinceAt: number | null
}

const parts = `company_id as "companyId", user_id as "userId", kiosk_id as "kioskId", equipment_id as "equipmentId",
  created_by as "createdBy", session_id as "sessionId",
  (select created_at from session where session.session_id = one_time_code.session_id) as "sinceAt"`
// A link of an invitation is invalid once the invitation is accepted, declined or withdrawn. A code given out by an admin is
// invalid once they are not an admin, and no code is valid for a suspended company.
const isOpen = `code_hash = $1 and kind = $2 and used_at is null and expires_at > $3
  and (session_id is null or exists (select from session
    where session.session_id = one_time_code.session_id and ended_at is null and session.expires_at > $3))
  and (company_id is null or exists (select from company
    where company.company_id = one_time_code.company_id and suspended_at is null))
  and (created_by is null or exists (select from membership m
    where m.company_id = one_time_code.company_id and m.user_id = one_time_code.created_by and m.role <> 'user'))
  and (kind <> 'invite' or exists (select from invitation i
    where i.company_id = one_time_code.company_id and i.user_id = one_time_code.user_id))`

/**
 * Returns a code of this kind that is valid at `now` (epoch ms), without using it up. Undefined for any other: unknown, used,
 * expired, of an ended session, of a suspended company, of an invitation that is over, or given out by a person who is not an
 * admin any more.
 */
export const findCode = databaseRow<OneTimeCode, [codeHash: Buffer, kind: CodeKind, now: number]>(
  'directory_code_read',
  `select ${parts} from one_time_code where ${isOpen}`,
)

/**
 * Uses a code up that is valid at `now` (epoch ms), in the caller's transaction, and returns it; undefined for any other. If
 * several callers use it at once, only one gets it.
 */
export const takeCode = directoryRow<OneTimeCode, [codeHash: Buffer, kind: CodeKind, now: number]>(
  'directory_code_use',
  `update one_time_code set used_at = $3 where ${isOpen} returning ${parts}`,
)

const spend = {
  name: 'directory_codes_spend',
  text: 'update one_time_code set used_at = $3 where user_id = $1 and kind = any($2::text[]) and used_at is null',
}

/** Marks all unused codes of these kinds of a person as used at `now` (epoch ms), so that none is valid any more. */
export async function spendCodesOfUser(tx: Tx, userId: number, kinds: readonly CodeKind[], now: number): Promise<void> {
  await tx.prepared(spend, [userId, [...kinds], now])
}

/** Marks the unused codes of a kind that a company gave to a person as used at `now` (epoch ms). */
export const spendCodesInCompany = directoryRun<[companyId: number, userId: number, kind: CodeKind, now: number]>(
  'directory_codes_spend_in_company',
  `update one_time_code set used_at = $4 where company_id = $1 and user_id = $2 and kind = $3 and used_at is null`,
)

/** Returns the number of codes of a kind that a company gave to a person after `since` (epoch ms, exclusive), used or not. */
export const countCodesInCompany = directoryRead<
  { count: number },
  number,
  [companyId: number, userId: number, kind: CodeKind, since: number]
>(
  'directory_codes_count_in_company',
  `select count(*)::int as count from one_time_code
    where company_id = $1 and user_id = $2 and kind = $3 and created_at > $4`,
  ([row]) => row?.count ?? 0,
)

/** Returns the number of codes of a kind that a person was given after `since` (epoch ms, exclusive), used or not. */
const countCodesOfUser = directoryRead<{ count: number }, number, [userId: number, kind: CodeKind, since: number]>(
  'directory_codes_count',
  `select count(*)::int as count from one_time_code where user_id = $1 and kind = $2 and created_at > $3`,
  ([row]) => row?.count ?? 0,
)

/**
 * Stores a reset code for a person, makes earlier ones useless and runs `more`, in one transaction. Does nothing if the person
 * was given `most` codes after `since` (epoch ms). A lock on the person makes the count right across servers.
 */
export async function giveResetCode(
  database: Database,
  code: NewCode & { readonly userId: number },
  { most, since }: { readonly most: number; readonly since: number },
  more: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.inDirectory(async (tx) => {
    await lockUser(tx, code.userId)
    if ((await countCodesOfUser(tx, code.userId, code.kind, since)) >= most) return
    await spendCodesOfUser(tx, code.userId, [code.kind], code.createdAt)
    await insertCode(tx, code)
    await more(tx)
  })
}

/** Deletes codes that expired before `before` (epoch ms). */
export const deleteCodesBefore = databaseRun<[before: number]>(
  'directory_code_purge',
  'delete from one_time_code where expires_at < $1',
)
