import { type Company, foundCompany } from '../../product/company.ts'
import { Product } from '../../product/product.ts'
import type { Done } from './kind.ts'
import { makePlant } from './plant.ts'
import { ending, Site, verified } from './site.ts'
import { PAST_MS, Traffic } from './traffic.ts'
import { compared } from './verify.ts'

export interface Load {
  readonly seed: number
  readonly machines?: number
}

const MACHINES = 8
const DEVICE_PAUSE_MS = 40

export async function startTraffic(
  company: Company,
  products: readonly Product[],
  { seed, machines = MACHINES }: Load,
) {
  // A little later than the first event may be: some of them belong to no run.
  const plant = await makePlant(company, { machines, from: Date.now() - PAST_MS + 3_600_000 })
  return new Traffic({ products, machines: plant, seed, pauseMs: DEVICE_PAUSE_MS })
}

/** Servers on one database, and devices that send to them while `work` does harm; then nothing may be missing or untrue. */
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

/** The same with one server and the database it runs itself, in a folder of its own unless one is given. */
export async function productUnderLoad(
  load: Load & { readonly folder?: string },
  work: (product: Product, company: Company & { readonly password: string }) => Promise<Omit<Done, 'acknowledged'>>,
): Promise<Done> {
  const product = await Product.make(load.folder === undefined ? {} : { folder: load.folder })
  return ending(
    () => endProduct(product),
    async () => {
      await product.start()
      const company = await foundCompany(product)
      const traffic = await startTraffic(company, [product], load)
      try {
        const done = await work(product, company)
        await traffic.finish()
        const acknowledged = await compared(company, product.databaseUrl, traffic.ledgers)
        await verified(product)
        return { ...done, acknowledged }
      } finally {
        traffic.abandon()
      }
    },
  )
}

/** Its database, too, should the server have left it behind. */
async function endProduct(product: Product): Promise<void> {
  if (!product.isRunning) await product.killEverything()
  await product.discard()
}
