import { setTimeout as delay } from 'node:timers/promises'
import { utcMonthOf } from '@millwatch/domain/time'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { withOwner } from '../../platform/db/connection.ts'
import { isTransient } from '../../platform/db/faults.ts'
import { dropEmpty } from './drop-empty.ts'
import { hasRows, listPartitions, partitioned } from './partitions.ts'
import { splitMonth } from './split-month.ts'

/**
 * Time (ms) that this command waits for a lock. It is shorter than the time after which PostgreSQL looks for a deadlock (1 s), so
 * that this command gives way, never a server.
 */
const LOCK_TIMEOUT_MS = 800
const TRIES = 5
const PAUSE_MS = 1000

export interface Maintenance {
  /** URL of the owner for the database. */
  readonly url: string
  readonly clock: Clock
  /** Largest number of months of each table that one run moves. */
  readonly months: number
  readonly progress: (line: string) => void
}

export interface Maintained {
  /** Names of the empty partitions that were dropped. */
  readonly dropped: readonly string[]
  /** Names of the new partitions into which months of older ranges were moved. */
  readonly moved: readonly string[]
  /** Names of partitions and tables that were busy and are left to the next run. */
  readonly busy: readonly string[]
}

/**
 * Drops empty partitions of past months, then moves the newest months of longer ranges into partitions of their own, for each
 * table with partitions by time. Returns the names of dropped, moved and busy ones. Each step is a transaction, so an interrupted
 * run leaves the other steps to the next run.
 */
export async function maintain({ url, clock, months, progress }: Maintenance): Promise<Maintained> {
  return withOwner(url, async (client) => {
    const done = { dropped: [] as string[], moved: [] as string[], busy: [] as string[] }
    const until = utcMonthOf(clock.now()).from
    for (const { table } of partitioned) {
      for (const { name, to } of await listPartitions(client, table)) {
        if (to > until || (await hasRows(client, name))) continue
        const dropped = await inOneStep(client, () => dropEmpty(client, table, name, until))
        if (dropped === 'busy') done.busy.push(name)
        else if (dropped) done.dropped.push(name)
      }
    }
    for (const { table, column } of partitioned) {
      for (let i = 0; i < months; i++) {
        const split = await inOneStep(client, () => splitMonth(client, { table, column }))
        if (split === 'busy') done.busy.push(table)
        if (split === null || split === 'busy') break
        done[split.change].push(split.name)
        if (split.change === 'moved') progress(`${split.name}: ${split.rows.toLocaleString('en')} rows`)
      }
    }
    return done
  })
}

/**
 * Runs `work` in a transaction of its own and returns its result. After a passing error, such as a lock that is not free, repeats
 * it up to four times, 1 s apart, and then returns `busy`.
 */
async function inOneStep<T>(client: pg.Client, work: () => Promise<T>): Promise<T | 'busy'> {
  for (let tries = 1; ; tries++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      if (!isTransient(error)) throw error
      if (tries === TRIES) return 'busy'
      await delay(PAUSE_MS)
    }
  }
}
