import { startEmbeddedProcess } from '@millwatch/lab/database/embedded-process'

/**
 * Starts the database without the server, in a separate process, calls `work` with the start time in seconds and the address of
 * the database, and stops it. Returns the result of `work`.
 */
export async function databaseAlone<T>(
  dataFolder: string,
  work: (startS: number, url: string) => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const database = await startEmbeddedProcess(dataFolder)
  try {
    return await work((performance.now() - began) / 1000, database.url)
  } finally {
    await database.stop()
  }
}
