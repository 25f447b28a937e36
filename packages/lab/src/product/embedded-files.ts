import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folderOf = (dataFolder: string) => join(dataFolder, 'postgres')

function linesOfPostmaster(dataFolder: string): string[] {
  try {
    return readFileSync(join(folderOf(dataFolder), 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Returns the process id of the main process of the embedded database in a data folder, by its `postmaster.pid`; undefined if
 * there is no such file or it names none.
 */
export function postmasterOf(dataFolder: string): number | undefined {
  const pid = Number(linesOfPostmaster(dataFolder)[0])
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

/**
 * Returns the owner's URL of the embedded database in a data folder. Throws an error without its `postmaster.pid`, which a
 * database that was killed leaves behind.
 */
export function embeddedUrl(dataFolder: string): string {
  const socketFolder = linesOfPostmaster(dataFolder)[4]
  if (!socketFolder) throw new Error(`No database runs on ${dataFolder}`)
  const password = readFileSync(join(folderOf(dataFolder), 'millwatch-password'), 'utf8')
  return `postgres://millwatch:${encodeURIComponent(password)}@/millwatch?host=${encodeURIComponent(socketFolder)}`
}
