// Builds rollups with the product's own builder, turn after turn, in a process of its own; each order is one time through.
import { createFlow } from '../packages/server/src/flow/index.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { openDatabase } from '../packages/server/src/platform/db/index.ts'
import { createLogger } from '../packages/server/src/platform/logger.ts'

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
