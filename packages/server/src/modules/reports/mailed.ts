import { type Cadence, latestPeriod, type MailedPeriod, periodsDue } from '@millwatch/domain/reports'
import { dateNumberOf } from '@millwatch/domain/time'
import { type Tree, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import { type AsOfNow, askAsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { firstWeekdayOf, ownReportUnit, type ReportReader, reportReaders } from '../identity/index.ts'
import { databaseTime, enqueueNotices, noticedTopics, type ReportContent } from '../notices/index.ts'
import { allUnits, type OrgUnitRow } from '../tree/index.ts'
import { presentMailed } from './present-mailed.ts'
import { summaryReport } from './summary.ts'

export type MailedNeeds = Pick<Needs, 'database' | 'clock' | 'logger' | 'staleAmong' | 'ensureCurrent'>

/** Unit that a report covers, and its time zone. */
interface Subject {
  readonly id: number
  readonly timeZone: string
}

/** Report that is due now, with the people who get it. */
interface DueReport {
  readonly subject: Subject
  readonly period: MailedPeriod
  readonly topic: string
  readonly userIds: readonly number[]
}

/**
 * Returns the unit of a report: the chosen one, or the root of the company if there is no choice or the unit does not exist any
 * more. Null: the company has no root.
 */
function subjectIn(tree: Tree<OrgUnitRow>, chosen: number | null): Subject | null {
  const unit = tree.units.get(chosen ?? 0) ?? tree.children.get(null)?.[0]
  return unit === undefined ? null : { id: unit.id, timeZone: timeZoneOf(tree, unit.id) }
}

/** Returns the content of the mailed report about a unit over a period, computed as the summary report. */
async function compose(ctx: Ctx, asOf: AsOfNow, subject: Subject, period: MailedPeriod, isRegular: boolean) {
  const query = { startDate: toIso(period.from), endDate: toIso(period.to) }
  const { timeZone } = subject
  return presentMailed(await summaryReport(ctx, asOf, { id: subject.id, query }), { period, timeZone, isRegular })
}

const calendarOf = async (ctx: Ctx, { timeZone }: Subject) => ({
  zone: timeZone,
  firstWeekday: await firstWeekdayOf(ctx),
})

/**
 * Returns the report about the last complete day or week (`cadence`) of the unit that a member has chosen in the settings, or of
 * the company's root. It is marked as requested, not regular.
 */
export async function latestReport(ctx: Ctx, asOf: AsOfNow, userId: number, cadence: Cadence): Promise<ReportContent> {
  const subject = subjectIn(treeOf(await allUnits(ctx)), await ownReportUnit(ctx.tx, ctx.companyId, userId))
  if (subject === null) throw new Error('A company has no root')
  return compose(ctx, asOf, subject, latestPeriod(cadence, asOf.now, await calendarOf(ctx, subject)), false)
}

/**
 * Returns a function that runs work in a transaction of a company in the name of the program itself; with `snapshot` it reads one
 * state of the database.
 */
const within =
  (needs: MailedNeeds, companyId: number, snapshot: boolean) =>
  <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    asSystem(needs, companyId, work, { pool: 'jobs', snapshot })

/**
 * Enqueues the reports of a company that are due now, one mail per person and period; a report that any server enqueued before is
 * not repeated. A report is computed once for all its readers. A report that cannot be computed is logged and left for the next
 * call. Returns the number of mails.
 */
export async function mailDueReports(needs: MailedNeeds, companyId: number): Promise<number> {
  const { logger } = needs
  const due = await within(needs, companyId, false)(dueReports)
  let count = 0
  for (const { subject, period, topic, userIds } of due) {
    try {
      const content = await askAsOfNow(needs, companyId, within(needs, companyId, true), (ctx, asOf) =>
        compose(ctx, asOf, subject, period, true),
      )
      const recipients = userIds.map((userId) => ({ userId, channel: 'email' }) as const)
      const enqueue = (ctx: Ctx) => enqueueNotices(ctx, [{ topic, event: 'due', content, recipients }])
      count += await within(needs, companyId, false)(enqueue)
    } catch (error) {
      // The next look tries again, and reports about other units are not held up.
      logger.warn({ err: error, companyId, orgUnitId: subject.id }, 'A mailed report could not be computed')
    }
  }
  return count
}

/**
 * Returns the reports that are due now and not enqueued yet, each with all its readers. Uses the earlier one of the clocks of
 * server and database.
 */
async function dueReports(ctx: Ctx): Promise<DueReport[]> {
  const readers = await reportReaders(ctx.tx, ctx.companyId)
  if (readers.length === 0) return []
  const tree = treeOf(await allUnits(ctx))
  // A server whose clock is ahead would send a report before its period is over.
  const now = Math.min(ctx.clock.now(), await databaseTime(ctx))
  const firstWeekday = await firstWeekdayOf(ctx)
  const wanted = readers.flatMap((reader) => periodsOf(tree, reader, { now, firstWeekday }))
  if (wanted.length === 0) return []
  const topics = [...new Set(wanted.map(({ topic }) => topic))]
  const noticed = await noticedTopics(ctx, topics, [...new Set(wanted.map(({ userId }) => userId))])
  const isNoticed = new Set(noticed.map(({ topic, userId }) => `${topic}/${userId}`))
  const open = wanted.filter(({ topic, userId }) => !isNoticed.has(`${topic}/${userId}`))
  return [...Map.groupBy(open, ({ topic, subject }) => `${topic}/${subject.id}`).values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : [{ ...first, userIds: same.map(({ userId }) => userId) }]
  })
}

interface At {
  readonly now: number
  readonly firstWeekday: 0 | 1
}

function periodsOf(tree: Tree<OrgUnitRow>, reader: ReportReader, { now, firstWeekday }: At) {
  const subject = subjectIn(tree, reader.orgUnitId)
  if (subject === null) return []
  return periodsDue(reader, now, { zone: subject.timeZone, firstWeekday }).map((period) => ({
    ...{ subject, period, userId: reader.userId },
    // The date, not the instant: a person who chooses a unit in another zone that day gets no second mail.
    topic: `report:${period.cadence}:${dateNumberOf(period.from, subject.timeZone)}`,
  }))
}
