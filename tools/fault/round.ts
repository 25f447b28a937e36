import { setTimeout as delay } from 'node:timers/promises'
import { type Random, randomFrom } from '@millwatch/simulator/base/random'
import type { Company } from '../product/company.ts'
import type { Product } from '../product/product.ts'
import { Traffic } from './traffic.ts'
import { verify } from './verify.ts'

export interface RoundOptions {
  readonly kills: number
  /** Immediate stops of the database. */
  readonly stops: number
  readonly machines: number
  readonly seed: number
  /** Longest pause between two faults. */
  readonly pauseMs: number
}

export interface RoundResult {
  readonly acknowledged: number
  /** The longest time from a fault until everything was served again. */
  readonly backInMs: number
}

type Fault = 'kill server' | 'kill everything' | 'stop database'

const SHORTEST_PAUSE_MS = 150
const DEVICE_PAUSE_MS = 30
const BACK_WITHIN_MS = 60_000
const POLL_MS = 10

/** Faults at random moments while devices send; then everything that was acknowledged must be there, once, and rightly told. */
export async function round(product: Product, company: Company, options: RoundOptions): Promise<RoundResult> {
  const random = randomFrom(options.seed)
  const machines = await company.machines(options.machines)
  const traffic = new Traffic({ products: [product], machines, seed: options.seed, pauseMs: DEVICE_PAUSE_MS })
  let backInMs = 0
  for (const fault of faultsOf(random, options)) {
    await delay(SHORTEST_PAUSE_MS + random() * (options.pauseMs - SHORTEST_PAUSE_MS))
    backInMs = Math.max(backInMs, await inflict(product, fault))
  }
  await traffic.finish()
  return { acknowledged: await verify(company, product.databaseUrl, traffic.ledgers), backInMs }
}

/** Half of the kills take the database along; in any order. */
function faultsOf(random: Random, { kills, stops }: RoundOptions): Fault[] {
  const faults = [
    ...Array.from({ length: kills }, (_, i): Fault => (i % 2 === 0 ? 'kill server' : 'kill everything')),
    ...Array.from({ length: stops }, (): Fault => 'stop database'),
  ]
  return faults
    .map((fault) => ({ fault, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ fault }) => fault)
}

/** Resolves with the ms until everything was served again. */
async function inflict(product: Product, fault: Fault): Promise<number> {
  if (fault === 'stop database') return stopDatabase(product)
  await (fault === 'kill server' ? product.killServer() : product.killEverything())
  return product.start(BACK_WITHIN_MS)
}

/** The server stays, notices, and has its database back by itself. */
async function stopDatabase(product: Product): Promise<number> {
  const pid = product.pid
  const stopped = product.stopDatabaseAtOnce()
  const began = performance.now()
  while (!(product.postmaster !== undefined && product.postmaster !== stopped && (await product.isServing()))) {
    if (performance.now() - began > BACK_WITHIN_MS) throw new Error(`The database did not come back: ${product.log}`)
    await delay(POLL_MS)
  }
  if (product.pid !== pid || !product.isRunning)
    throw new Error(`The server did not outlive its database: ${product.log}`)
  return performance.now() - began
}
