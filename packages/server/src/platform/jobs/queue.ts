import { setTimeout as delay } from 'node:timers/promises'
import type { ConstructorOptions, PgBoss } from 'pg-boss'
import { isTransient } from '../db/faults.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Logger } from '../logger.ts'
import type { QueueName } from './kind.ts'

/** How long a worker may be silent, and what comes on top until another has its job. */
export interface Lease {
  /** A worker not heard of for so long has lost its job. pg-boss takes 10 or more. */
  readonly lostAfterS: number
  /** How often lost jobs are looked for. */
  readonly checkEveryS: number
  /** How often a worker looks for what nobody told it of: jobs that were put back. */
  readonly pollEveryS: number
}

/** Together at most 36 s (a lost job is put back with 1 s delay); the machines of a dead worker's job are free within 60 s. */
export const usualLease: Lease = { lostAfterS: 20, checkEveryS: 10, pollEveryS: 5 }

/** What the queue carries: where the job stands. Everything else is in its row. */
export interface Ticket {
  readonly companyId: number
  readonly jobId: number
}

/** A ticket in the hands of a worker. */
export interface HandedOut {
  readonly ticket: Ticket
  /** 1 the first time. */
  readonly attempt: number
  readonly signal: AbortSignal
}

export interface QueueSettings {
  readonly database: Database
  readonly logger: Logger
  readonly lease: Lease
  /** Whether this server takes jobs up; one that does not can still put them into the queue. */
  readonly works: boolean
  /** Throws for what is to be tried again. */
  readonly perform: (handed: HandedOut) => Promise<void>
  /** Puts the daily jobs of this name into the queue. */
  readonly submitDaily: (name: string) => Promise<void>
}

export interface Queue {
  /** Puts a ticket into the queue, if and when the transaction commits. */
  send(tx: Tx, name: QueueName, ticket: Ticket): Promise<void>
  /** Whether a ticket waits or is held. */
  holds(name: QueueName, ticket: Ticket): Promise<boolean>
  /** Once a day, at a wall-clock time of UTC, on one of all servers; a day that all slept through is made up for once. */
  daily(name: string, at: { readonly hour: number; readonly minute: number }): Promise<void>
  /** Waits a little for what is under way; what is not done by then is abandoned, and put back at once. */
  stop(abandon: () => void): Promise<void>
}

const DAILY = 'daily'
/** What one server does at a time. */
const workers: readonly QueueName[] = ['quick', 'quick', 'long']
const expireS: Record<QueueName | typeof DAILY, number> = { quick: 900, long: 86_400, daily: 900 }
/** We count attempts ourselves and end the job with a text. */
const retryLimit = 1000
const retryDelayS = 1
/** A ticket nobody takes up, and one that is done, stays so long. */
const waitsAtMostS = 90 * 86_400
const keptS = 86_400
/** A stop waits so long for jobs under way; then they are put back at once. */
const graceMs = 1_000

/** Opens the queue: leases by the clock of the database, rows of pg-boss made before by the migrations. */
export async function openQueue(settings: QueueSettings): Promise<Queue> {
  // Loaded here, in the background: the start of a server does not wait for it.
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
    // Made and upgraded by the owner when the data is migrated; the app's role may not.
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
    // No job of ours waits for another.
    flowIntervalSeconds: 3600,
  }
}

function watched(boss: PgBoss, { logger }: QueueSettings): PgBoss {
  boss.on('error', (thrown) => {
    // Workers hand over what an error holds, and not the error.
    const error = thrown instanceof Error ? thrown : Object.assign(new Error(), thrown)
    if (isTransient(error)) logger.debug({ err: error }, 'The queue of jobs waits for the database')
    else logger.error({ err: error }, 'The queue of jobs has a fault')
  })
  boss.on('warning', ({ message, data }) => logger.warn({ message, data }, 'The queue of jobs warns'))
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
      // Where one was there may be more: it looks again at once.
      boss.notifyWorker(worker)
    })
  }
  await boss.work<{ name: string }>(DAILY, options, async ([job]) => {
    if (job) await submitDaily(job.data.name)
  })
}
