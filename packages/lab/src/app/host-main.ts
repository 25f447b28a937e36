// A separate server process on loopback without rate limits; started by `startHost`, with settings from HOST_SETTINGS.
import { buildApp } from '@millwatch/server/app'
import { systemClock } from '@millwatch/server/platform/clock'
import { openDatabase } from '@millwatch/server/platform/db/index'
import { createLogger } from '@millwatch/server/platform/logger'

const { url } = JSON.parse(process.env.HOST_SETTINGS ?? '') as { url: string }
const logger = createLogger({ level: 'error' })
const database = openDatabase({ url, logger })
const config = { host: '127.0.0.1', port: 0, mqttPort: 0 }
const app = await buildApp({
  ...{ config, database, clock: systemClock, logger, version: '0.0.0-test', rates: null },
  isDemo: async () => true,
})
app.ready()
const { http } = await app.listen()
const end = async () => {
  await app.close()
  await database.close()
  process.exit(0)
}
process.once('SIGTERM', () => void end())
// If the parent process is gone, nobody can end this one.
process.once('disconnect', () => process.exit(1))
process.send?.({ port: http })
