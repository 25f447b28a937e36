import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import type { Product } from '@millwatch/lab/product/product'
import { randomFrom } from '@millwatch/simulator/base/random'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import { verified } from '../base/site.ts'
import { productUnderLoad } from '../base/under-load.ts'

const SHORTEST_PAUSE_MS = 150
const LONGEST_PAUSE_MS = 1500
const READY_WITHIN_MS = 10_000
const START_WITHIN_MS = 60_000

/**
 * Kind F1: kill -9 of the server at a random moment while devices send, every second time also of the database and all its
 * processes. The server must be ready again within 10 s.
 */
export const kills: FaultKind = { name: 'F1 kill -9', fullCount: 1000, step: 10, run: killing }

function killing({ count, seed }: StepInput): Promise<Done> {
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
    throw new FaultFinding(error.message)
  })
  if (tookMs > limitOf(READY_WITHIN_MS)) throw new FaultFinding(`Ready again only after ${Math.round(tookMs)} ms`)
  return tookMs
}
