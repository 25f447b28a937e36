// What runs while pictures are taken, and its end: servers with their databases, and the browser.
import { type Browser, chromium } from '@playwright/test'
import { Product, type ProductOptions } from '../../tools/product/product.ts'
import { findBrowser, thisMachine } from '../../tools/test/browser.ts'
import { browserArgs } from './browser-args.ts'

/** A demo plant of 90 days is filled first, on a machine that may be busy. */
const START_WITHIN_MS = 300_000

const open = new Set<() => Promise<unknown>>()

/** Ends whatever runs, when the work is to stop in its midst. */
export async function endAll(): Promise<void> {
  await Promise.allSettled([...open].map((end) => end()))
}

async function ending<T>(end: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  open.add(end)
  try {
    return await work()
  } finally {
    open.delete(end)
    await end()
  }
}

/** An installation of its own that serves while the work is done. */
export async function withProduct<T>(options: ProductOptions, work: (product: Product) => Promise<T>): Promise<T> {
  const product = await Product.make(options)
  return ending(
    () => product.discard(),
    async () => {
      await product.start(START_WITHIN_MS)
      return work(product)
    },
  )
}

/** A browser that signals leave to us: what else runs must end too. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = await findBrowser(thisMachine())
  if (executablePath === undefined) throw new Error('Without a browser there are no pictures')
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const browser = await chromium.launch({ executablePath, args: browserArgs, ...signals })
  return ending(
    () => browser.close(),
    () => work(browser),
  )
}
