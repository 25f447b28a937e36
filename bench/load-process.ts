// Acts as the devices of the benchmarks in a separate process. It takes orders from its parent, one at a time.

import type { Order } from './lib/orders.ts'
import { sendAtFixedRate } from './load/fixed-rate.ts'
import { flood } from './load/flood.ts'

process.on('message', (order: Order) => {
  const work = order.kind === 'flood' ? flood(order) : sendAtFixedRate(order)
  work.then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
