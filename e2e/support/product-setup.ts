import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foundCompany } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import { publish } from './installation.ts'
import { openMailbox } from './mailbox.ts'
import { changeFirstPassword } from './people.ts'

const GLOBAL = 'global@plant.example'

/** Creates a person who is a superuser of two companies; returns their changed password. */
async function makeGlobalUser(product: Product): Promise<string> {
  const output = await product.command('company', 'create', 'Northern Works', '--admin', GLOBAL)
  const first = /First password, shown this once: (\S+)/.exec(output)?.[1]
  if (first === undefined) throw new Error(`The command line said: ${output}`)
  const password = await changeFirstPassword(product.url, GLOBAL, first)
  await product.command('company', 'create', 'Southern Works', '--admin', GLOBAL)
  return password
}

/** Starts the product without the demo and creates its companies; returns a function that stops it after the last spec. */
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
    const { password } = await foundCompany(product)
    const global = {
      username: GLOBAL,
      password: await makeGlobalUser(product),
      companies: ['Northern Works', 'Southern Works'],
    }
    publish({
      url: product.url,
      data: product.dataFolder,
      username: 'owner@plant.example',
      password,
      companyName: 'Plant',
      mails: mailbox.folder,
      global,
    })
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
