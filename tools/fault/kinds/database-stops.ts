import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import type { Company } from '@millwatch/lab/product/company'
import type { Product } from '@millwatch/lab/product/product'
import { randomFrom } from '@millwatch/simulator/base/random'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import { verified } from '../base/site.ts'
import { type DatabaseStop, databaseStops, stopDatabase } from '../base/stop-database.ts'
import { productUnderLoad } from '../base/under-load.ts'

const SHORTEST_PAUSE_MS = 150
const LONGEST_PAUSE_MS = 1500
const BACK_WITHIN_MS = 15_000
const GIVEN_UP_AFTER_MS = 60_000
const POLL_MS = 20

/** Kinds F6: the database stops or dies while the server runs on. The server must reconnect by itself within 15 s. */
export const stopsOfDatabase: readonly FaultKind[] = databaseStops.map((stop) => ({
  name: `F6 ${stop}`,
  fullCount: 50,
  step: 5,
  run: (input) => stopping(stop, input),
}))

function stopping(stop: DatabaseStop, { count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  return productUnderLoad({ seed }, async (product, company) => {
    let slowest = 0
    for (let i = 0; i < count; i++) {
      await delay(SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
      slowest = Math.max(slowest, await inflict(product, company, stop))
      await verified(product)
    }
    return { count, note: `back within ${(slowest / 1000).toFixed(1)} s` }
  })
}

async function inflict(product: Product, company: Company, stop: DatabaseStop): Promise<number> {
  const { pid, postmaster } = product
  if (postmaster === undefined) throw new Error('No database runs')
  const began = performance.now()
  await stopDatabase(stop, postmaster, product.databaseUrl)
  const isBack = async () => {
    if (stop !== 'kill -9 backend' && (product.postmaster === undefined || product.postmaster === postmaster))
      return false
    return (await product.isServing()) && (await answers(company))
  }
  while (!(await isBack())) {
    if (performance.now() - began > GIVEN_UP_AFTER_MS) break
    await delay(POLL_MS)
  }
  const tookMs = performance.now() - began
  if (product.pid !== pid || !product.isRunning)
    throw new FaultFinding(`The server did not outlive its database: ${product.log}`)
  if (tookMs > limitOf(BACK_WITHIN_MS))
    throw new FaultFinding(`Back only after ${Math.round(tookMs)} ms: ${product.log}`)
  return tookMs
}

/** Returns true if a call succeeds that reads the database and not the memory of the server. */
async function answers(company: Company): Promise<boolean> {
  try {
    await company.call('GET', '/v0/tags')
    return true
  } catch {
    return false
  }
}
