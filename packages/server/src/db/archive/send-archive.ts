import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Bucket } from '../../platform/s3/bucket.ts'
import { type ArchivedCopy, type CopyHead, copyHeadFile, expiredCopies, isBefore, logFolder, logIn } from './layout.ts'
import { packedEnding } from './packed-files.ts'
import { packTar } from './tar.ts'

/** Endings of the names of the two objects of a copy: of its files, and of its head, which is sent last. */
export const [filesEnding, headEnding] = ['.tar', '.json']
/** Returns the beginning of the names of the log of an archive in the storage. */
export const sentLog = (archive: string): string => `${basename(archive)}/log/`
/** Returns the name of a copy in the storage, without an ending. */
export const sentName = ({ archive, folder }: Pick<ArchivedCopy, 'archive' | 'folder'>): string =>
  `${basename(archive)}/${basename(folder)}`
const sentCopies = (archive: string): string => `${basename(archive)}/copy-`

/**
 * Sender of the log of archives to a storage, segment by segment. It keeps a list of the segments in the storage, and reads it
 * from the storage only once per archive.
 */
export class LogSender {
  readonly #bucket: Bucket
  readonly #sent = new Map<string, Set<string>>()

  constructor(bucket: Bucket) {
    this.#bucket = bucket
  }

  /**
   * Sends all files of an archive's log that the storage does not have, oldest first. Throws at the first one that cannot be
   * sent, but skips one that was removed meanwhile.
   */
  async send(archive: string): Promise<void> {
    const sent = this.#sent.get(archive) ?? (await this.#ask(archive))
    for (const name of this.#left(archive, sent)) {
      const file = join(logFolder(archive), `${name}${packedEnding}`)
      try {
        await this.#bucket.put(`${sentLog(archive)}${name}${packedEnding}`, file)
        sent.add(name)
      } catch (error) {
        // No copy of the database needs it any more.
        if (existsSync(file)) throw error
      }
    }
  }

  /** Returns true once the list of an archive's segments was read from the storage. */
  knows(archive: string): boolean {
    return this.#sent.has(archive)
  }

  /**
   * Returns the time of change (epoch ms) of the oldest file of an archive's log that is not sent; undefined if all are sent. As
   * long as `knows` is false, every file counts as not sent.
   */
  waitsSince(archive: string): number | undefined {
    const instants = this.#left(archive, this.#sent.get(archive) ?? new Set()).flatMap(
      (name) => statSync(join(logFolder(archive), `${name}${packedEnding}`), { throwIfNoEntry: false })?.mtimeMs ?? [],
    )
    return instants.length === 0 ? undefined : Math.min(...instants)
  }

  #left(archive: string, sent: ReadonlySet<string>): string[] {
    return logIn(archive)
      .filter((name) => !sent.has(name))
      .sort()
  }

  async #ask(archive: string): Promise<Set<string>> {
    const objects = await this.#bucket.list(sentLog(archive))
    const names = objects.map(({ name }) => name.slice(sentLog(archive).length, -packedEnding.length))
    const sent = new Set(names)
    this.#sent.set(archive, sent)
    return sent
  }
}

/**
 * Sends a copy of the database to the storage as one file and its head, unless it is there. Then removes from the storage all but
 * the last three copies of the archive, and the log before the oldest of these. Returns the name of the copy in the storage.
 */
export async function sendCopy(bucket: Bucket, copy: ArchivedCopy): Promise<string> {
  const name = sentName(copy)
  const isThere = (await bucket.list(`${name}${headEnding}`)).length > 0
  if (!isThere) {
    const packed = `${copy.folder}${filesEnding}.partial`
    try {
      await packTar(copy.folder, packed)
      await bucket.put(`${name}${filesEnding}`, packed)
    } finally {
      rmSync(packed, { force: true })
    }
    await bucket.put(`${name}${headEnding}`, join(copy.folder, copyHeadFile))
  }
  await removeExpired(bucket, copy)
  return name
}

async function removeExpired(bucket: Bucket, { archive }: ArchivedCopy): Promise<void> {
  const names = (await bucket.list(sentCopies(archive))).map((object) => object.name).sort()
  const heads = names.filter((name) => name.endsWith(headEnding))
  const kept = heads.slice(expiredCopies(heads).length)
  // The head goes first: files without one are no copy.
  for (const name of [...expiredCopies(heads), ...names.filter((each) => !each.endsWith(headEnding))])
    if (!kept.includes(name.replace(filesEnding, headEnding))) await bucket.remove(name)
  const [oldest] = kept
  if (oldest === undefined) return
  const { firstSegment } = await readHead(bucket, oldest, archive)
  for (const { name } of await bucket.list(sentLog(archive)))
    if (isBefore(basename(name), firstSegment)) await bucket.remove(name)
}

async function readHead(bucket: Bucket, name: string, archive: string): Promise<CopyHead> {
  const file = join(archive, 'head.partial')
  rmSync(file, { force: true })
  try {
    await bucket.get(name, file)
    return JSON.parse(readFileSync(file, 'utf8')) as CopyHead
  } finally {
    rmSync(file, { force: true })
  }
}
