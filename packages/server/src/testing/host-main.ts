// A server process of its own on loopback, asked as often as one likes; started by `startHost`, told by HOST_SETTINGS.
import { buildApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/index.ts'
import { createLogger } from '../platform/logger.ts'

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
// Without who started it there is nobody to end it.
process.once('disconnect', () => process.exit(1))
process.send?.({ port: http })
