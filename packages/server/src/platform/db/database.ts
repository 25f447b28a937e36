import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logger.ts'
import { callsAtOnce } from '../turns/limits.ts'
import type { Database, PoolName } from '../tx.ts'
import { appRole, connectionSettings, createClient, withOwner } from './connection.ts'
import { ChannelListener } from './listener.ts'
import { LocalChannels } from './local-channels.ts'
import { alone, inTransaction } from './transaction.ts'

export interface DatabaseSettings {
  /** `postgres://...`; for a unix socket `postgres://user:password@/name?host=/folder`. */
  readonly url: string
  readonly logger: Logger
  /** Largest number of connections, per pool. */
  readonly poolSize?: Partial<Record<PoolName, number>>
  /** Time after which a query of the pools ask and report is cancelled and answered with 503. */
  readonly askTimeoutMs?: number
  /** Time that a request waits for a free connection before it is answered with 503. */
  readonly connectTimeoutMs?: number
}

const { quick, heavy } = callsAtOnce(availableParallelism())
const defaultPoolSize: Record<PoolName, number> = { ask: quick, report: heavy, ingest: 8, jobs: 5 }
const defaultAskTimeoutMs = 30_000
const defaultConnectTimeoutMs = 5_000
const closeAtMostMs = 2_000

const everyConnection = {
  role: appRole,
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
  jit: 'off',
}

/**
 * Time limit of an idle transaction of a job: a hanging job must release its rows before another server continues it and needs
 * them.
 */
const jobIdleTimeout = '30s'

function optionsOf({ askTimeoutMs = defaultAskTimeoutMs }: DatabaseSettings, name: PoolName) {
  if (name === 'ask') return { ...everyConnection, statement_timeout: askTimeoutMs }
  // One question gets one process of the database: others need the rest.
  if (name === 'report')
    return { ...everyConnection, statement_timeout: askTimeoutMs, max_parallel_workers_per_gather: 0 }
  if (name === 'jobs') return { ...everyConnection, idle_in_transaction_session_timeout: jobIdleTimeout }
  return everyConnection
}

function createPool(settings: DatabaseSettings, name: PoolName): pg.Pool {
  const options = optionsOf(settings, name)
  const pool = new pg.Pool({
    ...connectionSettings(settings.url, options),
    max: settings.poolSize?.[name] ?? defaultPoolSize[name],
    // Statements that a page, a commit or a job sends together are pipelined: the next is sent before the last is answered.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: settings.connectTimeoutMs ?? defaultConnectTimeoutMs,
  })
  const { logger } = settings
  // Both are needed: the pool reports idle connections that die, the connection itself while it is in use.
  pool.on('error', (error) => logger.warn({ err: error, pool: name }, 'Idle database connection lost'))
  pool.on('connect', (client) =>
    client.on('error', (error) => logger.debug({ err: error, pool: name }, 'Connection lost')),
  )
  return pool
}

/**
 * Returns the statement that begins a transaction for a company, with `snapshot` a read-only one (repeatable read). Throws unless
 * the id is a positive integer, since the statement has no parameters and the id is part of its text.
 */
function beginIn(companyId: number, snapshot = false): string {
  if (!Number.isSafeInteger(companyId) || companyId <= 0) throw new Error(`Not a company id: ${companyId}`)
  const begin = snapshot ? 'begin isolation level repeatable read read only' : 'begin'
  return `${begin}; set local millwatch.company_id to '${companyId}'`
}

/**
 * Creates the connection pools, which connect when first used, so this function neither waits nor throws while the database is
 * away. Also starts the connection for notifications at once, which retries until the database answers.
 */
export function openDatabase(settings: DatabaseSettings): Database {
  const pools: Record<PoolName, pg.Pool> = {
    ask: createPool(settings, 'ask'),
    report: createPool(settings, 'report'),
    ingest: createPool(settings, 'ingest'),
    jobs: createPool(settings, 'jobs'),
  }
  const listener = new ChannelListener(
    // Pipelined, because a channel may be subscribed to while a probe is running.
    (onError) => createClient(settings.url, { role: appRole }, onError, { pipeline: true }),
    settings.logger,
  )
  const here = new LocalChannels()
  const publishHere = here.publish.bind(here)
  return {
    inCompany: (companyId, work, { pool = 'ask', snapshot } = {}) =>
      inTransaction(pools[pool], beginIn(companyId, snapshot), work, publishHere, snapshot),
    inDirectory: (work, options) => inTransaction(pools[options?.pool ?? 'ask'], 'begin', work, publishHere),
    statement: (text, values) => alone(pools.jobs, text, values),
    // Only the owner of a table may have it analyzed.
    analyze: () => withOwner(settings.url, async (owner) => void (await owner.query('analyze'))),
    listen: (channel, onMessage, onReconnect) => listener.listen(channel, onMessage, onReconnect),
    listenHere: (channel, onMessage) => here.listen(channel, onMessage),
    isUp: () => listener.isConnected(),
    async close() {
      const ended = Promise.all([listener.close(), ...Object.values(pools).map((pool) => pool.end())])
      await Promise.race([ended.catch(() => undefined), delay(closeAtMostMs, undefined, { ref: false })])
    },
  }
}
