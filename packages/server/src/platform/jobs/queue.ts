import { setTimeout as delay } from 'node:timers/promises'
import type { ConstructorOptions, PgBoss } from 'pg-boss'
import { isTransient } from '../db/faults.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Logger } from '../logger.ts'
import type { QueueName } from './kind.ts'

/** Times by which a job of a dead worker is noticed and taken up by another. */
export interface Lease {
  /** Time of silence after which a worker has lost its job; pg-boss accepts 10 or more. */
  readonly lostAfterS: number
  /** Interval in which lost jobs are looked for. */
  readonly checkEveryS: number
  /** Interval in which a worker looks for jobs without a notification, such as jobs put back. */
  readonly pollEveryS: number
}

/** Default times: a job of a dead worker is taken up by another within 36 s. */
export const usualLease: Lease = { lostAfterS: 20, checkEveryS: 10, pollEveryS: 5 }

/** Entry of the queue: it only names the row of the job, which holds everything else. */
export interface Ticket {
  readonly companyId: number
  readonly jobId: number
}

/** Ticket that a worker of this server has taken; `signal` is aborted when the lease is lost. */
export interface TakenTicket {
  readonly ticket: Ticket
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly signal: AbortSignal
}

export interface QueueSettings {
  readonly database: Database
  readonly logger: Logger
  readonly lease: Lease
  /** True if this server does jobs; a server that does not can still add them to the queue. */
  readonly works: boolean
  /** Throws if the job is to be tried again. */
  readonly perform: (taken: TakenTicket) => Promise<void>
  /** Submits the daily jobs of this name. */
  readonly submitDaily: (name: string) => Promise<void>
}

export interface Queue {
  /** Adds a ticket to the queue, if and when the transaction commits. */
  send(tx: Tx, name: QueueName, ticket: Ticket): Promise<void>
  /** Returns true if a ticket waits or a worker has it. */
  holds(name: QueueName, ticket: Ticket): Promise<boolean>
  /**
   * Runs once a day, at a wall-clock time in UTC, on one of all servers. A day without any running server is made up
   * for once.
   */
  daily(name: string, at: { readonly hour: number; readonly minute: number }): Promise<void>
  /** Waits a little for running jobs; those not done by then are abandoned and put back at once. */
  stop(abandon: () => void): Promise<void>
}

const DAILY = 'daily'
/** Workers of one server; each does one job at a time. */
const workers: readonly QueueName[] = ['quick', 'quick', 'long']
const expireS: Record<QueueName | typeof DAILY, number> = { quick: 900, long: 86_400, daily: 900 }
/** Practically unlimited: this code counts attempts itself and ends the job with a text. */
const retryLimit = 1000
const retryDelayS = 1
/** Time for which a ticket stays that nobody takes up, and one that is done. */
const waitsAtMostS = 90 * 86_400
const keptS = 86_400
/** Time that a stop waits for running jobs before they are put back. */
const graceMs = 1_000

/**
 * Connects to the job queue (pg-boss) and, if this server does jobs, starts its workers: two for quick jobs, one for
 * long ones, one that submits the daily jobs. Throws while the database is away. Leases use the clock of the database.
 */
export async function openQueue(settings: QueueSettings): Promise<Queue> {
  // Loaded here in the background, so that the start of a server does not wait for it.
  const { fromKysely, PgBoss } = await import('pg-boss')
  const boss = watched(new PgBoss(optionsOf(settings)), settings)
  try {
    await boss.start()
    for (const name of ['quick', 'long', DAILY] as const) await ensureQueue(boss, name, settings.lease)
    if (settings.works) await work(boss, settings)
  } catch (error) {
    await boss.stop({ graceful: false, close: false }).catch(() => undefined)
    throw error
  }
  return {
    async send(tx, name, ticket) {
      await boss.send(name, ticket, { db: fromKysely(tx.db) })
    },
    async holds(name, ticket) {
      const found = await boss.findJobs(name, { data: ticket })
      return found.some(({ state }) => state === 'created' || state === 'retry' || state === 'active')
    },
    async daily(name, { hour, minute }) {
      await boss.schedule(DAILY, `${minute} ${hour} * * *`, { name }, { key: name, tz: 'UTC', missed: 'once' })
    },
    async stop(abandon) {
      const emptied = ['quick', 'long', DAILY].map((name) => boss.offWork(name, { wait: true }))
      await Promise.race([Promise.all(emptied), delay(graceMs, undefined, { ref: false })])
      abandon()
      await boss.stop({ graceful: false, close: false })
    },
  }
}

function optionsOf({ database, lease, works }: QueueSettings): ConstructorOptions {
  return {
    db: {
      executeSql: (text, values) => database.statement(text, values),
      async listen(channel, onNotification, onReconnect) {
        const close = await database.listen(channel, onNotification, onReconnect)
        return { close }
      },
    },
    // Created and upgraded by the owner in migrations; the app's role may not do it.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    superviseIntervalSeconds: lease.checkEveryS,
    monitorIntervalSeconds: lease.checkEveryS,
    maintenanceIntervalSeconds: 3600,
    // None of our jobs waits for another.
    flowIntervalSeconds: 3600,
  }
}

function watched(boss: PgBoss, { logger }: QueueSettings): PgBoss {
  boss.on('error', (thrown) => {
    // Workers pass the fields of an error instead of the error.
    const error = thrown instanceof Error ? thrown : Object.assign(new Error(), thrown)
    if (isTransient(error)) logger.debug({ err: error }, 'The queue of jobs waits for the database')
    else logger.error({ err: error }, 'The job queue reports an error')
  })
  boss.on('warning', ({ message, data }) => logger.warn({ message, data }, 'The job queue reports a warning'))
  return boss
}

async function ensureQueue(boss: PgBoss, name: QueueName | typeof DAILY, lease: Lease): Promise<void> {
  const options = {
    heartbeatSeconds: lease.lostAfterS,
    expireInSeconds: expireS[name],
    retryLimit,
    retryDelay: retryDelayS,
    retentionSeconds: waitsAtMostS,
    deleteAfterSeconds: keptS,
    notify: true,
  }
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

async function work(boss: PgBoss, { logger, lease, perform, submitDaily }: QueueSettings): Promise<void> {
  const options = {
    pollingIntervalSeconds: Math.min(2, lease.pollEveryS),
    notifyPollingIntervalSeconds: lease.pollEveryS,
    heartbeatRefreshSeconds: lease.lostAfterS / 4,
  }
  for (const name of workers) {
    let worker = ''
    worker = await boss.work<Ticket>(name, options, async ([job]) => {
      if (!job) return
      try {
        await perform({ ticket: job.data, attempt: job.retryCount + 1, signal: job.signal })
      } catch (error) {
        logger.warn({ err: error, job: job.data.jobId }, 'A job will be tried again')
        throw error
      }
      // There may be more jobs, so the worker looks again at once.
      boss.notifyWorker(worker)
    })
  }
  await boss.work<{ name: string }>(DAILY, options, async ([job]) => {
    if (job) await submitDaily(job.data.name)
  })
}
