import { companyRecord, companyRecords } from '../modules/identity/index.ts'
import { LONGEST_DETAIL, type Notice, notify } from '../modules/notifications/index.ts'
import { asSystem } from '../platform/ctx.ts'
import { StartError } from '../platform/start-error.ts'
import type { Operating } from './companies.ts'
import { requireCompanyName } from './found-company.ts'

/**
 * Returns a typed detail text with `\n` as line breaks and without blanks at its ends. Throws a start error if it is empty, too
 * long, or has control characters other than line breaks and tabs.
 */
export function requireDetail(typed: string): string {
  const detail = typed.replaceAll(/\r\n?/g, '\n').trim()
  if (detail === '' || detail.length > LONGEST_DETAIL || !detail.isWellFormed())
    throw new StartError(`A detail has 1 to ${LONGEST_DETAIL.toLocaleString('en')} characters`)
  if (/[^\P{Cc}\n\t]/u.test(detail)) throw new StartError('A detail has no control characters but line breaks and tabs')
  return detail
}

export interface Announcement extends Pick<Notice, 'title' | 'detail'> {
  /** Instant (epoch ms) from which on the notification is shown; undefined: now. */
  readonly from: number | undefined
  /** Company that gets the notification; undefined: all companies. */
  readonly companyId: number | undefined
}

/**
 * Stores a notification about the product for the people of one company, or of all companies, in a transaction for each, with
 * audit entry and fact. Returns the number of companies. Throws a start error for an unknown company or an invalid text.
 */
export async function notifyCompanies({ database, clock }: Operating, announcement: Announcement): Promise<number> {
  const notice: Notice = {
    title: requireCompanyName(announcement.title),
    detail: requireDetail(announcement.detail),
    availableAt: announcement.from ?? clock.now(),
  }
  const companies = await companiesOf({ database, clock }, announcement.companyId)
  for (const companyId of companies) await asSystem({ database, clock }, companyId, (ctx) => notify(ctx, notice))
  return companies.length
}

async function companiesOf({ database }: Operating, companyId: number | undefined): Promise<number[]> {
  if (companyId === undefined) return (await companyRecords(database)).map((record) => record.companyId)
  const record = await database.inCompany(companyId, (tx) => companyRecord(tx, companyId))
  if (!record) throw new StartError(`There is no company ${companyId}`)
  return [companyId]
}
