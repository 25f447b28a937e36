import { DAY_MS } from '@millwatch/domain/time'
import { companyRecords } from '../modules/identity/index.ts'
import { quarantineBytesOfCompany } from '../modules/ingest/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { databaseSize } from '../platform/db/store-size.ts'
import { countJobs } from '../platform/jobs/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import { type Repetition, repeat } from '../platform/repeat.ts'
import { lastVerifications } from '../verify/store.ts'

export interface CountingSettings {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
}

const LOOK_MS = 60_000
const FIRST_LOOK_MS = 5_000

/** Values of the metrics, summed over all companies. */
interface Totals {
  readonly databaseBytes: number
  readonly quarantine: ReadonlyMap<string, number>
  readonly jobs: ReadonlyMap<string, number>
  /** Time of submission of the oldest unfinished job, epoch ms; null: there is none. */
  readonly oldestJobAt: number | null
  readonly findings: number
  /**
   * Least recent time of the last check of a company, or of its creation if it was not checked yet, epoch ms; null: no company.
   */
  readonly oldestCheckAt: number | null
}

const NOTHING: Totals = {
  databaseBytes: Number.NaN,
  quarantine: new Map(),
  jobs: new Map(),
  oldestJobAt: null,
  findings: 0,
  oldestCheckAt: null,
}

/**
 * Adds gauges with the size of the database and with sums over all companies, and begins to read them every minute. A request for
 * the metrics then reads no table.
 */
export function startCounting(settings: CountingSettings): Repetition {
  const { database, clock, logger, metrics } = settings
  let totals = NOTHING
  const ageS = (at: number | null) => (at === null ? 0 : (clock.now() - at) / 1000)
  metrics.gauge('database_bytes', 'Size of the database on disk', () => totals.databaseBytes)
  metrics.gauges('quarantine_bytes', 'Events in quarantine', 'kind', () => totals.quarantine)
  metrics.gauges('jobs', 'Jobs that wait, run, or failed within a day', 'state', () => totals.jobs)
  metrics.gauge('jobs_oldest_seconds', 'Age of the oldest job that has not ended', () => ageS(totals.oldestJobAt))
  metrics.gauge('verification_findings', 'Findings of the last check of each company', () => totals.findings)
  metrics.gauge(
    'verification_age_seconds',
    'Time since the last check of a company, or its creation if it was not checked yet; the longest of all companies',
    () => ageS(totals.oldestCheckAt),
  )
  const look = async () => {
    const databaseBytes = await databaseSize(database)
    totals = { ...(await countAll(database, clock)), databaseBytes }
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'The metrics cannot be read')
  return repeat(look, { everyMs: LOOK_MS, firstMs: FIRST_LOOK_MS, failed })
}

async function countAll(database: Database, clock: Clock): Promise<Omit<Totals, 'databaseBytes'>> {
  const [held, junk, queued, running, failed] = [new Sum(), new Sum(), new Sum(), new Sum(), new Sum()]
  const findings = new Sum()
  const [jobsAt, checksAt]: [number[], number[]] = [[], []]
  for (const { companyId, createdAt } of await companyRecords(database)) {
    const { quarantine, jobs, check } = await asSystem({ database, clock }, companyId, countCompany, { pool: 'jobs' })
    held.add(quarantine.held)
    junk.add(quarantine.junk)
    queued.add(jobs?.queued)
    running.add(jobs?.running)
    failed.add(jobs?.failedInADay)
    findings.add(check?.total)
    if (jobs?.oldestAt != null) jobsAt.push(jobs.oldestAt)
    checksAt.push(check?.finishedAt ?? createdAt)
  }
  return {
    quarantine: new Map([
      ['held', held.total],
      ['junk', junk.total],
    ]),
    jobs: new Map([
      ['queued', queued.total],
      ['running', running.total],
      ['failed', failed.total],
    ]),
    oldestJobAt: jobsAt.length === 0 ? null : Math.min(...jobsAt),
    findings: findings.total,
    oldestCheckAt: checksAt.length === 0 ? null : Math.min(...checksAt),
  }
}

async function countCompany(ctx: Ctx) {
  const quarantine = await quarantineBytesOfCompany(ctx)
  const jobs = await countJobs(ctx, ctx.clock.now() - DAY_MS)
  const [check] = await lastVerifications(ctx, 1)
  return { quarantine, jobs, check }
}

class Sum {
  total = 0

  add(count = 0): void {
    this.total += count
  }
}
