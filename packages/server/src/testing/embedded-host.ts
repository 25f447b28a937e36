import { startEmbedded } from '../platform/db/embedded/embedded.ts'
import { takeInstanceLock } from '../platform/db/embedded/instance-lock.ts'
import { createLogger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'

/** Runs the embedded database on a folder as a separate process, for tests to kill. */
const [folder = ''] = process.argv.slice(2)

try {
  await takeInstanceLock(folder)
  const embedded = await startEmbedded({ folder, logger: createLogger() })
  process.on('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
  process.stdout.write(`${embedded.url}\n`)
  setInterval(() => undefined, 60_000)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(error.message)
  process.exitCode = 1
}
