// Starts and ends what is needed for screenshots: servers with their databases, and the browser.

import { ending } from '@millwatch/lab/product/ending'
import { Product, type ProductOptions } from '@millwatch/lab/product/product'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser, thisMachine } from '../../tools/test/browser.ts'
import { browserArgs } from './browser-args.ts'

/** Limit (ms) for the start of a product: it first creates a demo plant of 90 days, perhaps on a busy machine. */
const START_WITHIN_MS = 300_000

/** Starts a separate installation, does the work with it, and discards it. Returns the result of the work. */
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

/**
 * Opens a browser, does the work with it, and closes it. The browser does not handle signals itself, because all other processes
 * must end too. Throws an error if there is none and none can be installed.
 */
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
