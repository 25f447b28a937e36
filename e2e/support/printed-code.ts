import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '@millwatch/lab/product/product'

const TRIES = 200
const POLL_MS = 50

/**
 * Returns the set-up code that a new installation without a company prints at its start; waits up to 10 s. Throws an error if
 * there is none.
 */
export async function printedCode(product: Product): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const code = /with the code ([a-z0-9]{4}(?:-[a-z0-9]{4})+)/.exec(product.log)?.[1]
    if (code !== undefined) return code
    await delay(POLL_MS)
  }
  throw new Error(`The start printed no code: ${product.log}`)
}
