import { messageOf, StartError } from '../platform/start-error.ts'

const SAYS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full. Make room there, or choose a folder on another disk',
  EDQUOT: 'the quota of this user there is used up. Make room there, or choose another folder',
  EROFS: 'its disk is read-only. Choose a folder that can be written',
  EACCES: 'this user may not write there. Change the rights of the folder, or choose another one',
  EPERM: 'this user may not write there. Change the rights of the folder, or choose another one',
  ENOENT: 'its folder is not there. Make the folder, or mount its disk',
  ENOTDIR: 'its folder is not there. Make the folder, or mount its disk',
  EIO: 'its disk fails. Choose a folder on another disk',
}

/** Runs `work`, which writes `file`, and turns an error of the file system into a message that says what to do. */
export async function writingFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const text = error instanceof Error && 'code' in error ? SAYS[String(error.code)] : undefined
    if (text === undefined) throw error
    throw new StartError(`${file} cannot be written: ${text}. Nothing was left behind (${messageOf(error)}).`, error)
  }
}
