import { startEmbedded } from '@millwatch/server/platform/db/embedded/embedded'
import { takeInstanceLock } from '@millwatch/server/platform/db/embedded/instance-lock'
import { createLogger } from '@millwatch/server/platform/logger'
import { StartError } from '@millwatch/server/platform/start-error'

/**
 * Runs the embedded database on a folder as a separate process, for tests to kill, and prints its URL once it accepts
 * connections.
 */
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
