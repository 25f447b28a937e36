import { makePlant } from '@millwatch/lab/load/plant'
import { PAST_MS, Traffic } from '@millwatch/lab/load/traffic'
import { compared } from '@millwatch/lab/load/verify'
import { type Company, foundCompany, signIn } from '@millwatch/lab/product/company'
import { ending } from '@millwatch/lab/product/ending'
import { Product } from '@millwatch/lab/product/product'
import { acknowledgedMore } from './acknowledged.ts'
import type { Done } from './kind.ts'
import { Site, verified } from './site.ts'

export interface Load {
  readonly seed: number
  readonly machines?: number
  /** Longest pause between two messages of a device, in ms; 40 unless given. */
  readonly pauseMs?: number
}

const MACHINES = 8
/** Events that are acknowledged before the first fault, so that it meets stored data also on a busy machine. */
const BEFORE_FAULTS = 51
const BEFORE_FAULTS_MS = 60_000
const DEVICE_PAUSE_MS = 40

export async function startTraffic(
  company: Company,
  products: readonly Product[],
  { seed, machines = MACHINES, pauseMs = DEVICE_PAUSE_MS }: Load,
) {
  // The runs begin a little after the first events, so that some events belong to no run.
  const plant = await makePlant(company, { machines, from: Date.now() - PAST_MS + 3_600_000 })
  return new Traffic({ products, machines: plant, seed, pauseMs })
}

/**
 * Runs `servers` servers on a shared database under load from devices while `work` causes faults. Then it compares all stored and
 * shown data with the ledgers and verifies the database. Returns the result with the number of acknowledged events; throws a
 * `FaultFinding` at a difference.
 */
export async function siteUnderLoad(
  servers: number,
  load: Load,
  work: (site: Site, traffic: Traffic) => Promise<Omit<Done, 'acknowledged'>>,
): Promise<Done> {
  const site = await Site.open(servers)
  return ending(
    () => site.close(),
    async () => {
      const traffic = await startTraffic(site.company, site.servers, load)
      try {
        await acknowledgedMore(traffic, BEFORE_FAULTS, BEFORE_FAULTS_MS)
        const done = await work(site, traffic)
        if (site.servers.length === 0) await site.server()
        await traffic.finish()
        const acknowledged = await compared(site.company, site.databaseUrl, traffic.ledgers)
        await site.verify()
        return { ...done, acknowledged }
      } finally {
        traffic.abandon()
      }
    },
  )
}

/**
 * Runs a single server with its embedded database under load from devices while `work` causes faults, and compares and verifies
 * the data as `siteUnderLoad` does. The installation is in a temporary folder unless a folder is given.
 */
export async function productUnderLoad(
  load: Load & { readonly folder?: string; readonly env?: Readonly<Record<string, string>> },
  work: (
    product: Product,
    company: Company & { readonly password: string },
    traffic: Traffic,
  ) => Promise<Omit<Done, 'acknowledged'>>,
): Promise<Done> {
  const { folder, env = {} } = load
  const product = await Product.make({ env, ...(folder === undefined ? {} : { folder }) })
  return ending(
    () => endProduct(product),
    async () => {
      await product.start()
      const company = await foundCompany(product)
      const traffic = await startTraffic(company, [product], load)
      try {
        await acknowledgedMore(traffic, BEFORE_FAULTS, BEFORE_FAULTS_MS)
        const done = await work(product, company, traffic)
        await traffic.finish()
        // Some work ends all sessions.
        const reader = await signIn(product.url, company.username, company.password)
        const acknowledged = await compared(reader, product.databaseUrl, traffic.ledgers)
        await verified(product)
        return { ...done, acknowledged }
      } finally {
        traffic.abandon()
      }
    },
  )
}

/**
 * Ends a server and its embedded database, also if the server has died and left the database running, and removes a temporary
 * folder.
 */
async function endProduct(product: Product): Promise<void> {
  if (!product.isRunning) await product.killEverything()
  await product.discard()
}
