import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '@millwatch/simulator/base/random'
import type { Product } from '../../product/product.ts'
import type { Asked, Done, FaultKind } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import { Finding, verified } from '../base/site.ts'
import { productUnderLoad } from '../base/under-load.ts'

const SHORTEST_PAUSE_MS = 150
const LONGEST_PAUSE_MS = 1500
const READY_WITHIN_MS = 10_000
const START_WITHIN_MS = 60_000

/** F1: kill -9 at a random moment while devices send; every other time the database and all its processes go with it. */
export const kills: FaultKind = { name: 'F1 kill -9', of: 1000, step: 10, run: killing }

function killing({ count, seed }: Asked): Promise<Done> {
  const random = randomFrom(seed)
  return productUnderLoad({ seed }, async (product) => {
    let slowest = 0
    for (let i = 0; i < count; i++) {
      await delay(SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
      await (i % 2 === 0 ? product.killServer() : product.killEverything())
      slowest = Math.max(slowest, await backAgain(product))
      await verified(product)
    }
    return { count, note: `ready within ${(slowest / 1000).toFixed(1)} s` }
  })
}

async function backAgain(product: Product): Promise<number> {
  const tookMs = await product.start(START_WITHIN_MS).catch((error: Error) => {
    throw new Finding(error.message)
  })
  if (tookMs > limitOf(READY_WITHIN_MS)) throw new Finding(`Ready again only after ${Math.round(tookMs)} ms`)
  return tookMs
}
