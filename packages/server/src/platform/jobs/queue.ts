import { setTimeout as delay } from 'node:timers/promises'
import type { ConstructorOptions, PgBoss } from 'pg-boss'
import { isTransient } from '../db/faults.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Logger } from '../logger.ts'
import type { QueueName } from './kind.ts'

/** Times after which the job of a dead worker is found and continued by another worker. */
export interface Lease {
  /** Time without a sign of life after which a worker has lost its job, in seconds; pg-boss accepts 10 or more. */
  readonly lostAfterS: number
  /** Interval (s) of the search for lost jobs. */
  readonly checkEveryS: number
  /** Interval (s) in which a worker looks for jobs of which it got no notification, such as jobs put back. */
  readonly pollEveryS: number
}

/** Default times, with which another worker continues the job of a dead one within 36 s. */
export const usualLease: Lease = { lostAfterS: 20, checkEveryS: 10, pollEveryS: 5 }

/** Entry of the queue. It has only the key of a row in the table of jobs, which has all other data. */
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
  /** True if this server does jobs. Any server can add jobs to the queue. */
  readonly works: boolean
  /** Does the job of a ticket. Throws if the job is to be tried again. */
  readonly perform: (taken: TakenTicket) => Promise<void>
  /** Submits the daily jobs of this name. */
  readonly submitDaily: (name: string) => Promise<void>
}

export interface Queue {
  /** Adds a ticket to the queue, in the caller's transaction: workers get it if and when this commits. */
  send(tx: Tx, name: QueueName, ticket: Ticket): Promise<void>
  /**
   * Returns true if the queue contains the ticket and it is not done: it waits, is to be tried again, or a worker is doing it.
   */
  holds(name: QueueName, ticket: Ticket): Promise<boolean>
  /**
   * Schedules `submitDaily` for this name, once a day at a wall-clock time in UTC on one of all servers. If no server ran at that
   * time, it runs once later, however many days were missed.
   */
  daily(name: string, at: { readonly hour: number; readonly minute: number }): Promise<void>
  /**
   * Stops taking tickets and waits up to a second for running jobs. Then calls `abandon` and puts jobs that are not done back
   * into the queue at once.
   */
  stop(abandon: () => void): Promise<void>
}

const DAILY = 'daily'
/** Queue of each worker of one server; a worker does one job at a time. */
const workers: readonly QueueName[] = ['quick', 'quick', 'long']
const expireS: Record<QueueName | typeof DAILY, number> = { quick: 900, long: 86_400, daily: 900 }
/** Number of retries by the queue, practically unlimited: `perform` limits the attempts itself and ends the job with a text. */
const retryLimit = 1000
const retryDelayS = 1
/**
 * Time (s) after which a ticket that no worker has taken is deleted; below it, the time for which a ticket stays that is done.
 */
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
