// A complete server with open ports, started by `startServer` with SERVER_SETTINGS; it sends its ports to the parent.
import { buildApp } from '@millwatch/server/app'
import { systemClock } from '@millwatch/server/platform/clock'
import { openDatabase } from '@millwatch/server/platform/db/index'
import { createLogger } from '@millwatch/server/platform/logger'
import type { ServerSettings } from './server-process.ts'

const { url, isOpen } = JSON.parse(process.env.SERVER_SETTINGS ?? '') as ServerSettings
const logger = createLogger({ level: 'error' })
const database = openDatabase({ url, logger })
const open = isOpen ? { rates: null, isDemo: async () => true } : {}
const config = { host: '127.0.0.1', port: 0, mqttPort: 0 }
const app = await buildApp({ config, database, clock: systemClock, logger, version: '0.0.0-test', ...open })
const ports = await app.listen()
app.ready()
const end = async () => {
  await app.close()
  await database.close()
  process.exit(0)
}
process.once('SIGTERM', () => void end())
// If the parent process is gone, nobody can end this one.
process.once('disconnect', () => process.exit(1))
process.send?.(ports)
