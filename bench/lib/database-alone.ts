import { startEmbeddedProcess } from '@millwatch/lab/database/embedded-process'

/** Runs the database alone in a separate process; returns the seconds until it answers, and the result of `work`. */
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
