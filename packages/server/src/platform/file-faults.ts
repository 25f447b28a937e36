import { messageOf, StartError } from './start-error.ts'

const SAYS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full. Make room there, or choose a folder on another disk',
  EDQUOT: 'the quota of this user there is used up. Make room there, or choose another folder',
  EROFS: 'its disk is read-only. Choose a folder that can be written',
  EACCES: 'this user may not write there. Change the rights of the folder, or choose another one',
  EPERM: 'this user may not write there. Change the rights of the folder, or choose another one',
  ENOENT: 'its folder is not there. Make the folder, or mount its disk',
  ENOTDIR: 'its folder is not there. Make the folder, or mount its disk',
  EEXIST: 'something that is no folder is in its place. Choose another folder',
  EIO: 'its disk fails. Choose a folder on another disk',
}

/**
 * Texts by primary result code of SQLite, which locks the data folder: 8 read-only, 10 input or output, 13 disk full, 14 cannot
 * open.
 */
const SAYS_OF_LOCK: Readonly<Record<number, string | undefined>> = {
  8: SAYS.EROFS,
  10: SAYS.EIO,
  13: SAYS.ENOSPC,
  14: 'its files cannot be opened for writing. Change the rights of the folder, or choose another one',
}

/**
 * Returns a text with the meaning of a file error and advice, by its code of the system (such as `ENOSPC`) or of SQLite.
 * Undefined for an error with another code or none, and for a value that is no error.
 */
export function fileFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return SAYS_OF_LOCK[error.errcode & 0xff]
  return 'code' in error ? SAYS[String(error.code)] : undefined
}

/**
 * Runs `work`, which writes `file`, and returns its result. An error that `fileFault` knows becomes a `StartError` with advice.
 * Other errors are thrown as they are.
 */
export async function writingFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const text = fileFault(error)
    if (text === undefined) throw error
    throw new StartError(`${file} cannot be written: ${text}. Nothing was left behind (${messageOf(error)}).`, error)
  }
}
