import { createFlow } from '@millwatch/server/flow/index'
import { systemClock } from '@millwatch/server/platform/clock'
import { openDatabase } from '@millwatch/server/platform/db/index'
import { createLogger } from '@millwatch/server/platform/logger'

/**
 * A separate process that builds all dirty rollups each time it gets a message, and answers with the `ms` this took or with the
 * `error`.
 */
const [url = ''] = process.argv.slice(2)
const logger = createLogger({ level: 'error' })
const database = openDatabase({ url, logger })
const flow = createFlow({ database, clock: systemClock, logger, hashKey: () => Buffer.alloc(0) })

process.on('message', () => {
  const began = performance.now()
  flow.rollUp().then(
    () => process.send?.({ ms: performance.now() - began }),
    (error) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
