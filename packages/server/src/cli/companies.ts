import { DAY_MS } from '@millwatch/domain/time'
import { flagNames, withFlag, wordsOf } from '../modules/company/index.ts'
import {
  type CompanyFields,
  type CompanyRecord,
  lockCompanyRecord,
  setSuspension,
  writeCompany,
} from '../modules/identity/index.ts'
import { getOrgUnit, updateOrgUnit } from '../modules/tree/index.ts'
import { recordAudit } from '../platform/audit/store.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { stateFact } from '../platform/outbox/state-fact.ts'
import { StartError } from '../platform/start-error.ts'
import { requireCompanyName, requireLine } from './found-company.ts'

export interface Operating {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Number of days between the deletion of a company by the operator and its removal; until then the deletion can be
 * taken back.
 */
export const graceDays = 30

/**
 * Runs `work` on the record of a company, which is locked, in one transaction of the company, and returns its result. Throws a
 * start error if there is no such company.
 */
async function about<T>(
  operating: Operating,
  companyId: number,
  work: (ctx: Ctx, record: CompanyRecord) => Promise<T>,
): Promise<T> {
  return asSystem(operating, companyId, async (ctx) => {
    const record = await lockCompanyRecord(ctx.tx, companyId)
    if (!record) throw new StartError(`There is no company ${companyId}`)
    return work(ctx, record)
  })
}

/**
 * Changes name, address or contact of a company, with audit entry and fact: absent fields stay, null removes a field. Its root
 * unit gets a new name too, unless somebody renamed it. Returns all fields as they are now. Throws a start error for an invalid
 * value or an unknown company.
 */
export function describeCompany(
  operating: Operating,
  companyId: number,
  change: Partial<Omit<CompanyFields, 'flags'>>,
): Promise<CompanyFields> {
  return about(operating, companyId, async (ctx, record) => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const before = Object.fromEntries(given.map(([key]) => [key, record[key as keyof CompanyFields]]))
    const after: CompanyFields = { ...record, ...Object.fromEntries(given) }
    requireCompanyName(after.name)
    for (const [, value] of given) if (value !== null) requireLine(String(value))
    await writeCompany(ctx.tx, companyId, after)
    if (after.name !== record.name) await renameRoot(ctx, record, after.name)
    const subject = `company/${companyId}`
    await recordAudit(ctx, { operation: 'company.describe', subject, before, after: Object.fromEntries(given) })
    await stateFact(ctx, { kind: 'company.changed' })
    return after
  })
}

/**
 * Renames the root of the tree to the new name of the company, unless a person has given it another name than the company had.
 */
async function renameRoot(ctx: Ctx, { name: before, rootOrgUnitId }: CompanyRecord, name: string): Promise<void> {
  const root = await getOrgUnit(ctx, rootOrgUnitId)
  if (root.name === before) await updateOrgUnit(ctx, rootOrgUnitId, { name })
}

/**
 * Sets one flag of a company to one of its words, with audit entry and fact. Returns all flags as stored. Throws a start error
 * for an unknown flag, word or company.
 */
export function setFlag(
  operating: Operating,
  companyId: number,
  name: string,
  word: string,
): Promise<CompanyFields['flags']> {
  const words = wordsOf(name)
  if (!words) throw new StartError(`There is no flag ${name}. There are: ${flagNames.join(', ')}`)
  if (!words.includes(word)) throw new StartError(`${name} is one of: ${words.join(', ')}`)
  return about(operating, companyId, async (ctx, record) => {
    const flags = withFlag(record.flags, name, word)
    await writeCompany(ctx.tx, companyId, { ...record, flags })
    const subject = `company/${companyId}`
    await recordAudit(ctx, { operation: 'company.flag', subject, before: record.flags, after: flags })
    await stateFact(ctx, { kind: 'company.changed' })
    return flags
  })
}

/** Returns the flags of a company. Throws a start error if there is no such company. */
export const flagsOf = (operating: Operating, companyId: number): Promise<CompanyFields['flags']> =>
  about(operating, companyId, async (_ctx, { flags }) => flags)

/**
 * Suspends a company, with audit entry: its people's sessions end, nobody can sign in, and its devices and displays are refused.
 * If it is suspended already, the time of its suspension stays. Returns the record of the company from before. Throws a start
 * error for an unknown company.
 */
export function suspend(operating: Operating, companyId: number): Promise<CompanyRecord> {
  return about(operating, companyId, async (ctx, record) => {
    const { suspendedAt, deleteDueAt } = record
    await setSuspension(ctx.tx, companyId, { suspendedAt: suspendedAt ?? ctx.clock.now(), deleteDueAt })
    await recordAudit(ctx, { operation: 'company.suspend', subject: `company/${companyId}` })
    return record
  })
}

/**
 * Ends the suspension of a company, with audit entry. Sessions that the suspension ended stay ended. Returns the record of the
 * company from before. Throws a start error for an unknown company, for one that is not suspended, and for one that is to be
 * removed, which needs `restoreCompany`.
 */
export function resume(operating: Operating, companyId: number): Promise<CompanyRecord> {
  return about(operating, companyId, async (ctx, record) => {
    if (record.deleteDueAt !== null) {
      throw new StartError(`${record.name} is to be removed. Take that back first: company restore ${companyId}`)
    }
    if (record.suspendedAt === null) throw new StartError(`${record.name} is not suspended. Nothing was changed.`)
    await setSuspension(ctx.tx, companyId, { suspendedAt: null, deleteDueAt: null })
    await recordAudit(ctx, { operation: 'company.resume', subject: `company/${companyId}` })
    return record
  })
}

/**
 * Cancels the removal of a company before it is due, with audit entry, and ends its suspension. Returns the record of the company
 * from before. Throws a start error for an unknown company, or one that is not to be removed.
 */
export function restoreCompany(operating: Operating, companyId: number): Promise<CompanyRecord> {
  return about(operating, companyId, async (ctx, record) => {
    if (record.deleteDueAt === null) throw new StartError(`${record.name} is not to be removed`)
    await setSuspension(ctx.tx, companyId, { suspendedAt: null, deleteDueAt: null })
    await recordAudit(ctx, { operation: 'company.restore', subject: `company/${companyId}` })
    return record
  })
}

export interface Deletion {
  /** Name of the company, typed again as confirmation. */
  readonly confirmed: string
  /** True: the company is removed without the grace period. */
  readonly now: boolean
}

/**
 * Suspends a company and schedules its removal after the grace period of 30 days (`now`: at once), with audit entry; replaces a
 * time of removal set before. Returns the time of removal (epoch ms). Throws a start error for an unknown company, and unless
 * `confirmed` is its name.
 */
export function scheduleDeletion(operating: Operating, companyId: number, deletion: Deletion): Promise<number> {
  return about(operating, companyId, async (ctx, { name, suspendedAt }) => {
    if (deletion.confirmed !== name) {
      throw new StartError(`Company ${companyId} is called "${name}". Confirm with that name: --confirm "${name}"`)
    }
    const now = ctx.clock.now()
    const deleteDueAt = deletion.now ? now : now + graceDays * DAY_MS
    await setSuspension(ctx.tx, companyId, { suspendedAt: suspendedAt ?? now, deleteDueAt })
    await recordAudit(ctx, { operation: 'company.delete', subject: `company/${companyId}`, after: { deleteDueAt } })
    return deleteDueAt
  })
}
