import { existsSync, readdirSync, rmSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { type ArchivedCopy, archiveFolder, copiesIn } from '../db/archive/layout.ts'
import { sendCopy, sentName } from '../db/archive/send-archive.ts'
import { takeCopy } from '../db/archive/take-copy.ts'
import { databaseBytes } from '../db/backup/alone.ts'
import type { BackupState } from '../db/backup/backup-state.ts'
import { inspectBackup } from '../db/backup/inspect-backup.ts'
import { backupBeginning, backupName, expiredBackups } from '../db/backup/rotation.ts'
import { archiveNameOf } from '../platform/db/embedded/archive.ts'
import { clusterFolderOf } from '../platform/db/embedded/embedded.ts'
import { toIso } from '../platform/http/instants.ts'
import type { Bucket } from '../platform/s3/bucket.ts'
import { messageOf, StartError } from '../platform/start-error.ts'
import { backUp, type checkBackup } from './backup.ts'
import type { Surroundings } from './with-database.ts'

const MIB = 1024 * 1024
/** Factor by which a backup may be larger than the one before it. */
const GROWTH = 1.25
/**
 * Room that a trial restore needs, as a multiple of the size of the database: for the copy, and the write-ahead log of its
 * restore.
 */
const TRIAL_ROOM = 1.5
const PARTIAL = '.backup.partial'
const FETCHED = `fetched${PARTIAL}`

/** Installation, with the places of its automatic backups. */
export interface Keeper {
  /** Environment of the command; its `config` has the URL of the database, which is open already. */
  readonly surroundings: Surroundings
  /** Data folder of the embedded database; undefined: the database is elsewhere. */
  readonly embedded: string | undefined
  readonly url: string
  readonly folder: string
  /** Storage that gets every backup too; absent: none. */
  readonly bucket?: Bucket | undefined
  readonly check: typeof checkBackup
}

/**
 * Writes a backup into the folder and reads all of it again. Returns its instant, file, rows and bytes. Throws a start error if
 * the folder is missing or lacks room, or if the file is damaged, which is then removed.
 */
export async function takeBackup({ surroundings, folder }: Keeper, before: BackupState): Promise<BackupState> {
  const takenAt = surroundings.clock.now()
  await requireFolder(folder, before.bytes ?? 0)
  const file = join(folder, backupName(takenAt))
  const rows = await backUp(surroundings, file)
  try {
    await inspectBackup(file)
  } catch (error) {
    rmSync(file, { force: true })
    throw new StartError(`${file} was written and is damaged, so it was removed. ${messageOf(error)}`, error)
  }
  return { takenAt, file, rows, bytes: (await stat(file)).size }
}

/**
 * Throws a start error unless the folder exists and has room for a backup a quarter larger than the last one. Removes files that
 * killed processes left unfinished.
 */
async function requireFolder(folder: string, bytesBefore: number): Promise<void> {
  if (!existsSync(folder)) throw new StartError(`The folder ${folder} is not there. Make it, or mount its disk.`)
  for (const name of readdirSync(folder)) if (name.endsWith(PARTIAL)) rmSync(join(folder, name), { force: true })
  const freeBytes = await freeBytesOf(folder)
  if (freeBytes >= bytesBefore * GROWTH) return
  throw new StartError(
    `The disk of ${folder} has ${mib(freeBytes)} free, and the last backup took ${mib(bytesBefore)}. Make room there.`,
  )
}

/**
 * Returns true if the log of the embedded database is archived and the archive has no copy of the database to which the log could
 * be applied.
 */
export function lacksCopy(keeper: Keeper): boolean {
  const archive = archiveOf(keeper)
  return archive !== undefined && copiesIn(archive).length === 0
}

/** Copies the embedded database to its archive; does nothing if its log is not archived. */
export async function copyDatabase(keeper: Keeper): Promise<void> {
  const archive = archiveOf(keeper)
  if (archive === undefined || keeper.embedded === undefined) return
  const cluster = clusterFolderOf(keeper.embedded)
  const { completeAt } = await takeCopy({ url: keeper.url, cluster, archive, program: manifest.version })
  keeper.surroundings.progress(`Every instant from ${toIso(completeAt)} on can be restored from ${archive}`)
}

/** Returns true if there is a storage, and the newest copy of the embedded database is not in it yet. */
export function lacksSentCopy(keeper: Keeper, { sentCopy }: BackupState): boolean {
  const copy = newestCopyOf(keeper)
  return keeper.bucket !== undefined && copy !== undefined && sentName(copy) !== sentCopy
}

/**
 * Sends the newest copy of the embedded database to the storage, and removes copies from the storage that are no longer kept.
 * Returns the state with the name of the sent copy; the same state without a storage or a copy.
 */
export async function sendDatabase(keeper: Keeper, state: BackupState): Promise<BackupState> {
  const copy = newestCopyOf(keeper)
  if (keeper.bucket === undefined || copy === undefined) return state
  const sentCopy = await sendCopy(keeper.bucket, copy)
  keeper.surroundings.progress(`Sent ${sentCopy} to ${keeper.bucket.address}`)
  return { ...state, sentCopy }
}

function newestCopyOf(keeper: Keeper): ArchivedCopy | undefined {
  const archive = archiveOf(keeper)
  return archive === undefined ? undefined : copiesIn(archive).at(-1)
}

/** Returns the folder of the archive of the embedded database; undefined: its log is not archived. */
function archiveOf({ embedded, folder }: Keeper): string | undefined {
  const name = embedded === undefined ? undefined : archiveNameOf(clusterFolderOf(embedded))
  return name === undefined ? undefined : archiveFolder(folder, name)
}

/** Removes the backups in the folder that the rotation no longer keeps. */
export function rotateFolder({ surroundings, folder }: Keeper): void {
  for (const name of expiredBackups(readdirSync(folder))) {
    rmSync(join(folder, name), { force: true })
    surroundings.progress(`Removed ${name}`)
  }
}

/**
 * Sends the newest backup to the storage, and removes from the storage unfinished uploads and backups that the rotation no longer
 * keeps. Returns the state with the sent backup; the same state without a storage or a backup.
 */
export async function sendBackup({ bucket, surroundings }: Keeper, state: BackupState): Promise<BackupState> {
  const { file, takenAt } = state
  if (bucket === undefined || file === undefined || takenAt === undefined) return state
  // Some storages cannot list uploads; the backup comes first.
  await bucket
    .abandonUploads()
    .catch((error: unknown) => surroundings.progress(`Unfinished uploads stay: ${messageOf(error)}`))
  const sent = { takenAt, ...(await bucket.put(backupName(takenAt), file)) }
  surroundings.progress(`Sent ${sent.name} to ${bucket.address}`)
  const names = (await bucket.list(backupBeginning)).map(({ name }) => name)
  for (const name of expiredBackups(names)) {
    await bucket.remove(name)
    surroundings.progress(`Removed ${name} from ${bucket.address}`)
  }
  return { ...state, sent }
}

/**
 * Restores the newest backup for trial: from the storage if it was sent there, else from the folder. Returns the time, the result
 * and a text. A failure, also for lack of room, is a result that is not good and is not thrown.
 */
export async function tryBackup(keeper: Keeper, state: BackupState): Promise<NonNullable<BackupState['trial']>> {
  const { surroundings, check } = keeper
  const lines: string[] = []
  const now = () => surroundings.clock.now()
  try {
    await requireTrialRoom(keeper)
    const isGood = await onFile(keeper, state, (file) => check(surroundings, file, (line) => lines.push(line)))
    return { at: now(), isGood, text: isGood ? 'The trial restore is good.' : lines.slice(-20).join('\n') }
  } catch (error) {
    return { at: now(), isGood: false, text: `The trial restore failed: ${messageOf(error)}` }
  }
}

async function onFile<T>(
  { bucket, folder }: Keeper,
  { file = '', takenAt, sent, bytes = 0 }: BackupState,
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (bucket === undefined || sent === undefined || sent.takenAt !== takenAt) return work(file)
  await requireFolder(folder, bytes)
  const fetched = join(folder, FETCHED)
  try {
    await bucket.get(sent.name, fetched)
    return await work(fetched)
  } finally {
    rmSync(fetched, { force: true })
  }
}

async function requireTrialRoom({ embedded, url }: Keeper): Promise<void> {
  // The disk of another machine cannot be seen.
  if (embedded === undefined) return
  const [freeBytes, bytes] = [await freeBytesOf(embedded), await databaseBytes(url)]
  if (freeBytes >= bytes * TRIAL_ROOM) return
  throw new StartError(
    `${embedded} has ${mib(freeBytes)} free, and a trial restore needs ${mib(bytes * TRIAL_ROOM)}. ` +
      'Make room, or check the backups on another machine (millwatch backup check).',
  )
}

const mib = (bytes: number): string => `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
