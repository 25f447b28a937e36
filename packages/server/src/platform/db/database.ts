import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logger.ts'
import type { Database, PoolName } from '../tx.ts'
import { appRole, connectionSettings, createClient } from './connection.ts'
import { Listener } from './listener.ts'
import { alone, inTransaction } from './transaction.ts'

export interface DatabaseSettings {
  /** `postgres://...`; for a unix socket `postgres://user:password@/name?host=/folder`. */
  readonly url: string
  readonly logger: Logger
  /** Connections at most, per pool. */
  readonly poolSize?: Partial<Record<PoolName, number>>
  /** After that long a question of the ask pool is cancelled and answered with 503. */
  readonly askTimeoutMs?: number
  /** How long a request waits for a free connection before it is told to come again. */
  readonly connectTimeoutMs?: number
}

const defaultPoolSize: Record<PoolName, number> = { ask: 10, ingest: 8, jobs: 5 }
const defaultAskTimeoutMs = 30_000
const defaultConnectTimeoutMs = 5_000
const closeAtMostMs = 2_000

const everyConnection = {
  role: appRole,
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
  jit: 'off',
}

/** What of a job hangs must let go of its rows before its lease, taken up by another, meets them. */
const jobIdleTimeout = '30s'

function optionsOf({ askTimeoutMs = defaultAskTimeoutMs }: DatabaseSettings, name: PoolName) {
  if (name === 'ask') return { ...everyConnection, statement_timeout: askTimeoutMs }
  if (name === 'jobs') return { ...everyConnection, idle_in_transaction_session_timeout: jobIdleTimeout }
  return everyConnection
}

function createPool(settings: DatabaseSettings, name: PoolName): pg.Pool {
  const options = optionsOf(settings, name)
  const pool = new pg.Pool({
    ...connectionSettings(settings.url, options),
    max: settings.poolSize?.[name] ?? defaultPoolSize[name],
    // What a page asks at once, or a commit of the flow writes, is sent at once, and read while the next is being answered.
    pipeline: name !== 'jobs',
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

/** The statement takes no parameters, so the id becomes text; it is proven to be digits first. */
function beginIn(companyId: number, snapshot = false): string {
  if (!Number.isSafeInteger(companyId) || companyId <= 0) throw new Error(`Not a company id: ${companyId}`)
  const begin = snapshot ? 'begin isolation level repeatable read read only' : 'begin'
  return `${begin}; set local millwatch.company_id to '${companyId}'`
}

/** Opens the pools at once and connects when first needed; never waits and never throws for a database that is away. */
export function openDatabase(settings: DatabaseSettings): Database {
  const pools: Record<PoolName, pg.Pool> = {
    ask: createPool(settings, 'ask'),
    ingest: createPool(settings, 'ingest'),
    jobs: createPool(settings, 'jobs'),
  }
  const listener = new Listener(
    // Pipelined: a channel may be asked for while a probe is under way.
    (onError) => createClient(settings.url, { role: appRole }, onError, { pipeline: true }),
    settings.logger,
  )
  return {
    inCompany: (companyId, work, options) =>
      inTransaction(pools[options?.pool ?? 'ask'], beginIn(companyId, options?.snapshot), work, options?.snapshot),
    inDirectory: (work, options) => inTransaction(pools[options?.pool ?? 'ask'], 'begin', work),
    statement: (text, values) => alone(pools.jobs, text, values),
    listen: (channel, onMessage, onReconnect) => listener.listen(channel, onMessage, onReconnect),
    isUp: () => listener.isConnected(),
    async close() {
      const ended = Promise.all([listener.close(), ...Object.values(pools).map((pool) => pool.end())])
      await Promise.race([ended.catch(() => undefined), delay(closeAtMostMs, undefined, { ref: false })])
    },
  }
}
