import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newestBefore } from '../db/archive/choose-copy.ts'
import { copiesBelow, logIn } from '../db/archive/layout.ts'
import { unpackCopy } from '../db/archive/unpack-copy.ts'
import { claimFolder } from '../db/storage.ts'
import { clusterFolderOf, prepareEmbedded } from '../platform/db/embedded/embedded.ts'
import { followLog } from '../platform/db/embedded/server-process.ts'
import { toIso } from '../platform/http/instants.ts'
import { createLifecycle, type Lifecycle } from '../platform/lifecycle.ts'
import { StartError } from '../platform/start-error.ts'
import type { Surroundings } from './with-database.ts'

/** Text in the log of PostgreSQL when the log ends before the instant to which it was to be applied. */
const ENDED_BEFORE = 'recovery ended before configured recovery target was reached'
/** Pattern of the text in the log of PostgreSQL with the last commit that it applied: date, time and offset from UTC. */
const LAST_COMMIT = /last completed transaction was at log time (\d{4}-\d\d-\d\d) ([\d:.]+)([+-]\d\d)(?::(\d\d))?$/gm
/** Settings of a start that applies the log. All segments are in the folder of the database already, so none is fetched. */
const RECOVERY = { restore_command: 'false', recovery_target_action: 'promote', hot_standby: 'off' } as const

export interface RestoreTo {
  /** Folder of the backups with one or more archives, or the folder of one archive. */
  readonly from: string
  /** Instant (epoch ms) to which the data is restored, with all commits until then. */
  readonly to: number
}

/** Result of a restore to an instant. */
export interface RestoredTo {
  /** True if the archive reaches the instant. False: it ends before, and all of it is restored. */
  readonly isReached: boolean
  /** Instant (epoch ms) of the last restored commit; undefined: there is none after the copy. */
  readonly lastAt: number | undefined
}

/**
 * Runs `millwatch restore --to INSTANT FOLDER`: restores the embedded database as it was at an instant into an empty data folder,
 * from the newest copy before it and the log. Throws a start error, and restores nothing, with a DATABASE_URL, without such a
 * copy, with data in the folder, or if the log has a gap before the instant.
 */
export async function restoreTo(surroundings: Surroundings, { from, to }: RestoreTo): Promise<RestoredTo> {
  const { config, logger, progress } = surroundings
  if (config.databaseUrl !== undefined)
    throw new StartError('restore --to is for the embedded database. A server of your own has its own archive.')
  const restorable = newestBefore({ copies: copiesBelow(from), logIn, from }, to)
  const cluster = clusterFolderOf(config.dataFolder)
  const lifecycle = createLifecycle(logger)
  try {
    await claimFolder({ ...config, lifecycle })
    if (existsSync(cluster))
      throw new StartError(`There is a database in ${config.dataFolder}. Set MILLWATCH_DATA to a new folder.`)
    return await removingUnless(cluster, async () => {
      progress(`Restoring the copy of ${toIso(restorable.copy.completeAt)} in ${restorable.copy.archive}`)
      const gap = await unpackCopy(restorable, cluster)
      progress('Applying the log')
      return applyLog(surroundings, lifecycle, to, gap)
    })
  } finally {
    await lifecycle.stop()
  }
}

async function removingUnless<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Starts PostgreSQL once, so that it applies the log up to the instant. If the log ends before the instant, starts it a second
 * time to apply all of the log; throws a start error instead if that end is a gap.
 */
async function applyLog(
  { config: { dataFolder }, logger }: Surroundings,
  lifecycle: Lifecycle,
  to: number,
  gap: string | undefined,
): Promise<RestoredTo> {
  const start = async (settings: Readonly<Record<string, string>>) => {
    // A start that ends before the instant would end there again.
    const given = { folder: dataFolder, logger, attempts: 1, settings: { ...RECOVERY, ...settings } }
    const embedded = await prepareEmbedded(given)
    lifecycle.onStop('database server', embedded.stop, 'must end')
    await embedded.start()
    await embedded.stop()
  }
  // A restore that was refused before has left its log.
  const log = followLog(join(dataFolder, 'logs', 'postgres.log'))
  try {
    await start({ recovery_target_time: toIso(to).replace('Z', '+00') })
    return { isReached: true, lastAt: lastCommit(log()) }
  } catch (error) {
    if (!log().includes(ENDED_BEFORE)) throw error
  }
  const lastAt = lastCommit(log())
  if (gap !== undefined) {
    const last = lastAt === undefined ? '' : `; the last instant before it is ${toIso(lastAt)}`
    throw new StartError(`The log before ${toIso(to)} has a gap: ${gap}${last}. Nothing was restored.`)
  }
  await start({})
  return { isReached: false, lastAt }
}

/**
 * Returns the instant (epoch ms, rounded down) of the last commit that PostgreSQL applied, by its log; undefined if the log names
 * none.
 */
export function lastCommit(log: string): number | undefined {
  const [, day, time, hours, minutes = '00'] = [...log.matchAll(LAST_COMMIT)].at(-1) ?? []
  return day === undefined ? undefined : Math.floor(Date.parse(`${day}T${time}${hours}:${minutes}`))
}
