import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompany } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import { publish } from './installation.ts'
import { openMailbox } from './mailbox.ts'

const GLOBAL = 'global@plant.example'

/** Creates two companies whose superuser is one person; returns the changed password of that person. */
async function makeGlobalUser(product: Product): Promise<string> {
  const command = (...args: string[]) => product.command(...args)
  const { password } = await createCompany(product.url, command, { name: 'Northern Works', admin: GLOBAL })
  await command('company', 'create', 'Southern Works', '--admin', GLOBAL)
  return password
}

/**
 * Starts the product without the demo, creates two companies, and publishes the installation for the workers. Returns a function
 * that stops the product after the last spec.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function start(): Promise<() => Promise<void>> {
  const mailbox = await openMailbox(mkdtempSync(join(tmpdir(), 'millwatch-mails-')))
  const product = await Product.make({ env: { SMTP_URL: mailbox.url, MAIL_FROM: 'millwatch@plant.example' } })
  const stop = async (): Promise<void> => {
    await product.discard()
    await mailbox.close()
  }
  try {
    await product.start()
    const global = {
      username: GLOBAL,
      password: await makeGlobalUser(product),
      companies: ['Northern Works', 'Southern Works'],
    }
    publish({
      url: product.url,
      data: product.dataFolder,
      mails: mailbox.folder,
      global,
    })
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
