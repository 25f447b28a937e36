import { statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Logger } from '../../logger.ts'
import { StartError } from '../../start-error.ts'
import { archiveSettings, settleArchive } from './archive.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import {
  checkCluster,
  clusterExists,
  completeUpgrade,
  createCluster,
  owner,
  readPassword,
  removeUnfinished,
} from './cluster-files.ts'
import { chooseIdentity } from './identity.ts'
import { lockDatabase } from './instance-lock.ts'
import { readPostmasterFile } from './leftovers.ts'
import { namingFullDisk } from './name-full-disk.ts'
import { prepareSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { createSupervisor, ensureDatabase } from './supervisor.ts'

const databaseName = 'millwatch'

export interface EmbeddedOptions {
  /** Data folder (`MILLWATCH_DATA`); it exists, and the caller holds its lock. */
  readonly folder: string
  readonly logger: Logger
  readonly onProgress?: (line: string) => void
  /** True begins and false ends archiving of the database's log; absent: as at the last start. */
  readonly archives?: boolean | undefined
  /** Programs of another version of PostgreSQL; absent: those in node_modules. */
  readonly binaries?: Binaries | undefined
  /** Number of times that the first start is tried; absent: 5. */
  readonly attempts?: number | undefined
  /** Server settings in addition to the default ones. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface EmbeddedDatabase {
  /** URL for the owner of the database. Connections of the app add their role to it. */
  readonly url: string
  /**
   * Folder `postgres` in the data folder of the options, with all files of the database. It can be copied while the server is
   * stopped.
   */
  readonly dataFolder: string
  /**
   * Starts the server and resolves when it answers; creates the app's database in it unless it exists. From then on the server is
   * restarted whenever it ends.
   */
  start(): Promise<void>
  /** Stops the server, runs `work` on its files, and starts the server again. If `work` throws, the server stays stopped. */
  whileStopped(work: () => Promise<void>): Promise<void>
  /** Stops the server for good and removes its temporary socket folder; may be called during its start. */
  stop(): Promise<void>
}

export const clusterFolderOf = (folder: string) => join(resolve(folder), 'postgres')

function urlFor(socketFolder: string, password: string, database: string): string {
  return `postgres://${owner}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(socketFolder)}`
}

/**
 * Returns the owner's URL of a server that already runs on this data folder, by the file in which the server describes itself.
 * Undefined if that file is missing or says that the server is not ready.
 */
export function runningUrl(folder: string): string | undefined {
  const dataFolder = clusterFolderOf(folder)
  const file = readPostmasterFile(dataFolder)
  return file?.ready ? urlFor(file.socketFolder, readPassword(dataFolder), databaseName) : undefined
}

const MIB = 1024 * 1024
const LARGEST_LOG_MIB = 2048
const SMALLEST_LOG_MIB = 64
const LOG_SHARE = 1 / 8

/**
 * Returns settings that limit PostgreSQL's write-ahead log to an eighth of the volume, at least 64 MiB. Empty for a volume of 16
 * GiB or more, where the usual limit of 2 GiB applies.
 */
function logSizes(folder: string): Record<string, string> {
  const { blocks, bsize } = statfsSync(folder)
  const most = Math.max(SMALLEST_LOG_MIB, Math.floor((blocks * bsize * LOG_SHARE) / MIB))
  return most >= LARGEST_LOG_MIB
    ? {}
    : { max_wal_size: `${most}MB`, min_wal_size: `${Math.min(128, Math.floor(most / 2))}MB` }
}

/**
 * Prepares the embedded PostgreSQL of a data folder, starts it, and returns it. The caller must have locked the folder. When the
 * start fails, the caller has nothing to call `stop` on; use `prepareEmbedded` where that matters.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const embedded = await prepareEmbedded(options)
  await embedded.start()
  return embedded
}

/**
 * Prepares the embedded PostgreSQL of a data folder without starting it, so that the caller can arrange for `stop` before
 * `start`. Creates the database files on first use. The caller must have locked the data folder. Throws a start error if another
 * process uses the database or its folder cannot be used.
 */
export async function prepareEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = resolve(options.folder)
  const binaries = options.binaries ?? findBinaries()
  const identity = chooseIdentity(binaries.postgres, folder)
  const dataFolder = clusterFolderOf(folder)
  await removeUnfinished(binaries, dataFolder)
  completeUpgrade(dataFolder)
  if (!clusterExists(dataFolder)) {
    options.onProgress?.('Making the database')
    await namingFullDisk(folder, () => createCluster(binaries, identity, dataFolder))
  }
  checkCluster(binaries, identity, dataFolder)
  if (!lockDatabase(folder))
    throw new StartError(`Another Millwatch is running on the database in ${dataFolder}. Stop it first.`)
  const folders = { data: folder, cluster: dataFolder }
  settleArchive(folders, identity, options.archives)
  const runFolder = join(folder, 'run')
  const socketFolder = prepareSocketFolder(runFolder, identity)
  const password = readPassword(dataFolder)
  const urlOf = (database: string) => urlFor(socketFolder, password, database)
  const supervisor = createSupervisor(
    {
      binaries,
      identity,
      dataFolder,
      socketFolder,
      logFile: join(folder, 'logs', 'postgres.log'),
      overrides: { ...logSizes(dataFolder), ...archiveSettings(folders), ...options.settings },
    },
    options.logger,
    options.attempts,
  )
  return {
    url: urlOf(databaseName),
    dataFolder,
    start: () =>
      namingFullDisk(folder, async () => {
        await supervisor.start()
        await ensureDatabase(urlOf, databaseName)
      }),
    async whileStopped(work) {
      await supervisor.stop()
      await work()
      await supervisor.start()
    },
    async stop() {
      await supervisor.stop()
      removeSocketFolder(runFolder)
    },
  }
}
