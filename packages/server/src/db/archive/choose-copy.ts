import { toIso } from '../../platform/http/instants.ts'
import { StartError } from '../../platform/start-error.ts'
import { type ArchivedCopy, isUsable, type LogOfCopy, logOf } from './layout.ts'

/** Copy of the database, with the log that can be applied to it. */
export interface Restorable {
  readonly copy: ArchivedCopy
  readonly log: LogOfCopy
}

/**
 * Returns the copies that can be restored, because their log reaches the end of the copying, each with its log, in the given
 * order. `logIn` returns the names of the log of an archive.
 */
export const restorableOf = (
  copies: readonly ArchivedCopy[],
  logIn: (archive: string) => readonly string[],
): Restorable[] =>
  copies.map((copy) => ({ copy, log: logOf(copy, logIn(copy.archive)) })).filter(({ copy, log }) => isUsable(copy, log))

/**
 * Returns the newest copy that can be restored and was complete at or before `to` (epoch ms), with its log. Throws a start error
 * when there is none, and when the copies are of several databases.
 */
export function newestBefore({ copies, logIn, from }: Archives, to: number): Restorable {
  const systems = Map.groupBy(copies, ({ system }) => system)
  if (systems.size > 1) {
    const archives = [...systems.values()].map((each) => each.at(-1)?.archive)
    throw new StartError(`${from} has archives of several databases. Name one of them: ${archives.join(', ')}`)
  }
  const all = restorableOf(copies, logIn)
  const found = all.findLast(({ copy }) => copy.completeAt <= to)
  if (found !== undefined) return found
  const [first] = all
  throw new StartError(
    first === undefined
      ? `There is no copy of a database in ${from} that can be restored. Give the folder of BACKUP_FOLDER.`
      : `The first instant that can be restored from ${from} is ${toIso(first.copy.completeAt)}.`,
  )
}

/** Copies of one or more archives, oldest first, with a function for the names of the log of each. */
export interface Archives {
  readonly copies: readonly ArchivedCopy[]
  readonly logIn: (archive: string) => readonly string[]
  /** Place of the archives, for messages. */
  readonly from: string
}
