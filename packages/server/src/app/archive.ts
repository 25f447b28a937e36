import { archiveFolder, copiesIn } from '../db/archive/layout.ts'
import { sentName } from '../db/archive/send-archive.ts'
import { ForeignLog, giveUpLog, shipLog, waitsSince } from '../db/archive/ship.ts'
import { archiveNameOf, archiveSpool, renameArchive } from '../platform/db/embedded/archive.ts'
import { clusterFolderOf } from '../platform/db/embedded/embedded.ts'
import type { Logger } from '../platform/logger.ts'
import type { Bucket } from '../platform/s3/bucket.ts'
import { StorageArchive } from './storage-archive.ts'

/** Interval (ms) in which closed segments of the log are copied. */
export const SHIP_EVERY_MS = 2000

/** Archive of the log of the embedded database, for the server that runs this database. */
export interface Archive {
  /** Returns the age (ms) at `now` (epoch ms) of the oldest closed segment that is not copied yet; 0 if none waits. */
  lateMs(now: number): number
  /**
   * Returns the age (ms) at `now` (epoch ms) of the oldest segment in the archive that is not in the storage yet; 0 if none waits
   * or there is no storage.
   */
  storageLateMs(now: number): number
  /** Returns true while the archive has no copy of the database, without which the log cannot be restored. */
  needsCopy(): boolean
  /**
   * Returns true if there is a storage, and the newest copy in the archive has another name than `sentCopy`, the newest in the
   * storage.
   */
  needsSending(sentCopy: string | undefined): boolean
  /** Sets that segments are removed without a copy if copying fails while `isFull` returns true: devices need the room more. */
  yieldTo(isFull: () => boolean): void
  /** Copies the segments that are closed by now, also to the storage, and ends. */
  stop(): Promise<void>
}

interface ArchiveSettings {
  readonly dataFolder: string
  /** Folder of the backups. */
  readonly folder: string
  /** Storage that gets the archive too; undefined: none. */
  readonly bucket?: Bucket | undefined
  readonly logger: Logger
}

/**
 * Begins to copy closed segments of the log of the embedded database into the folder of the backups, every 2 s, and, if there is
 * a storage, to send them there. Returns an object that reports delays and stops the work.
 */
export function startArchive(settings: ArchiveSettings): Archive {
  const { dataFolder, folder } = settings
  const cluster = clusterFolderOf(dataFolder)
  const archiveOf = () => {
    const name = archiveNameOf(cluster)
    return name === undefined ? undefined : archiveFolder(folder, name)
  }
  const shipping = new Shipping(settings, archiveOf)
  const storage = settings.bucket && new StorageArchive(settings.bucket, settings.logger, archiveOf)
  const work = () => void shipping.ship().then(() => storage?.work())
  const timer = setInterval(work, SHIP_EVERY_MS)
  const newest = () => copiesIn(archiveOf() ?? '').at(-1)
  return {
    lateMs: (now) => Math.max(0, now - (waitsSince(archiveSpool(dataFolder), cluster) ?? now)),
    storageLateMs: (now) => storage?.lateMs(now) ?? 0,
    needsCopy: () => archiveOf() !== undefined && newest() === undefined,
    needsSending(sentCopy) {
      const copy = newest()
      return storage !== undefined && copy !== undefined && sentName(copy) !== sentCopy
    },
    yieldTo(isFull) {
      shipping.isFull = isFull
    },
    async stop() {
      clearInterval(timer)
      await shipping.ship()
      await shipping.ship()
      await storage?.send()
    },
  }
}

/** Copier of segments, one run after the other. It logs once when copying begins to fail, and once when it works again. */
class Shipping {
  isFull = (): boolean => false
  readonly #settings: ArchiveSettings
  readonly #archiveOf: () => string | undefined
  #isFailing = false
  #running: Promise<void> | undefined

  constructor(settings: ArchiveSettings, archiveOf: () => string | undefined) {
    this.#settings = settings
    this.#archiveOf = archiveOf
  }

  /** Copies all segments that wait, or waits for the run that is under way. Never rejects. */
  ship(): Promise<void> {
    this.#running ??= this.#ship().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #ship(): Promise<void> {
    const { dataFolder, folder, logger } = this.#settings
    try {
      const archive = this.#archiveOf()
      if (archive !== undefined) await shipLog(archiveSpool(dataFolder), archive)
      if (this.#isFailing) logger.info('The log of the database is copied to its archive again')
      this.#isFailing = false
    } catch (error) {
      if (error instanceof ForeignLog) return this.#beginAnew(error)
      if (!this.#isFailing)
        logger.error({ err: error, folder }, 'The log of the database cannot be copied to its archive')
      this.#isFailing = true
      if (this.isFull()) await this.#giveUp()
    }
  }

  /**
   * Gives the archive a new name, because the database was put back to an earlier state: its new segments have names that the
   * archive has already.
   */
  #beginAnew(error: ForeignLog): void {
    const { dataFolder, logger } = this.#settings
    logger.warn({ err: error }, 'The database continues from an earlier state, so a new archive of its log begins')
    renameArchive(clusterFolderOf(dataFolder))
  }

  async #giveUp(): Promise<void> {
    const { dataFolder, logger } = this.#settings
    const segments = await giveUpLog(archiveSpool(dataFolder))
    if (segments === 0) return
    renameArchive(clusterFolderOf(dataFolder))
    logger.error(
      { segments },
      'The disk is full, so the log that waits for its archive was given up; a new archive begins',
    )
  }
}
