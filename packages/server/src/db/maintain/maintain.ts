import { setTimeout as delay } from 'node:timers/promises'
import { utcMonthOf } from '@millwatch/domain/time'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { withOwner } from '../../platform/db/connection.ts'
import { isTransient } from '../../platform/db/faults.ts'
import { dropEmpty } from './drop-empty.ts'
import { hasRows, listPartitions, partitioned } from './partitions.ts'
import { splitMonth } from './split-month.ts'

/** Shorter than PostgreSQL waits before it looks for a deadlock (1 s): this command gives way, never a server. */
const LOCK_TIMEOUT_MS = 800
const TRIES = 5
const PAUSE_MS = 1000

export interface Maintenance {
  /** The owner's URL. */
  readonly url: string
  readonly clock: Clock
  /** At most so many months of each table are moved. */
  readonly months: number
  readonly say: (line: string) => void
}

export interface Maintained {
  /** Names of empty partitions that were dropped. */
  readonly dropped: readonly string[]
  /** Names of the months that were moved out of older ranges. */
  readonly moved: readonly string[]
  /** Names of what was busy, and is left to the next run. */
  readonly busy: readonly string[]
}

/**
 * Tidies the partitions of the tables by time: drops empty ones of past months, then moves the newest months of older ranges
 * into partitions of their own. Each step is a transaction: a run that is interrupted leaves the rest to the next.
 */
export async function maintain({ url, clock, months, say }: Maintenance): Promise<Maintained> {
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
        done.moved.push(split.name)
        say(`${split.name}: ${split.rows.toLocaleString('en')} rows`)
      }
    }
    return done
  })
}

/** A transaction of its own, done again a few times where a lock is not to be had. */
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
