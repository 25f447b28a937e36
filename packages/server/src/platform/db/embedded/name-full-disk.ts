import { statfsSync } from 'node:fs'
import { StartError } from '../../start-error.ts'

const MIB = 1024 * 1024
/** Free space (bytes) below which PostgreSQL may be unable to write a segment of its log (16 MiB) and its other files. */
const TOO_LITTLE_BYTES = 24 * MIB
/** Free space (MiB) that the operator must make, for the message; it is the size of the ballast. */
const ASKED_MIB = 64

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Runs `work`, which starts or makes the database in a data folder, and returns its result. If it fails while less than 24 MiB of
 * the disk are free, throws a start error about the full disk: PostgreSQL could not even write its own log. Other errors are
 * thrown as they are.
 */
export async function namingFullDisk<T>(folder: string, work: () => Promise<T>, freeBytes = freeBytesOf): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const free = freeBytes(folder)
    if (free >= TOO_LITTLE_BYTES) throw error
    throw new StartError(
      `The disk of ${folder} is full (${Math.floor(free / MIB)} MiB free), so the database cannot start. ` +
        `Nothing that is stored was changed. Free at least ${ASKED_MIB} MiB there, then start again.`,
      error,
    )
  }
}
