// A server that runs jobs and opens no ports; started by `startWorker` with WORKER_SETTINGS.
import { buildApp } from '@millwatch/server/app'
import { systemClock } from '@millwatch/server/platform/clock'
import { openDatabase } from '@millwatch/server/platform/db/index'
import { createLogger } from '@millwatch/server/platform/logger'
import { dying } from '../database/dying.ts'
import type { WorkerSettings } from './worker-process.ts'

const { url, lease, dieAt, pauseAt } = JSON.parse(process.env.WORKER_SETTINGS ?? '') as WorkerSettings
const logger = createLogger({ level: 'error' })
const opened = openDatabase({ url, logger })
/** Kills this process at once with SIGKILL. The promise it returns never resolves, so the caller does not go on. */
const killed = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => undefined)
}
const paused = () =>
  new Promise<void>((goOn) => {
    process.send?.('pausing', () => {
      process.kill(process.pid, 'SIGSTOP')
      setImmediate(goOn)
    })
  })
const point = dieAt ?? pauseAt
const database = point === undefined ? opened : dying(opened, point, dieAt === undefined ? paused : killed)
const config = { host: '127.0.0.1', port: 0, mqttPort: 0 }
const app = await buildApp({ config, database, clock: systemClock, logger, version: '0.0.0-test', jobs: { lease } })
app.ready()
const end = async () => {
  await app.close()
  await opened.close()
  process.exit(0)
}
process.once('SIGTERM', () => void end())
// If the parent process is gone, nobody can end this one.
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
