import { foundCompany } from '../../tools/product/company.ts'
import { Product } from '../../tools/product/product.ts'
import { publish } from './installation.ts'

const GLOBAL = 'global@plant.example'

async function makeGlobalUser(product: Product): Promise<string> {
  const said = await product.command('company', 'create', 'Northern Works', '--admin', GLOBAL)
  const password = /First password, shown this once: (\S+)/.exec(said)?.[1]
  if (password === undefined) throw new Error(`The command line said: ${said}`)
  await product.command('company', 'create', 'Southern Works', '--admin', GLOBAL)
  return password
}

/** Starts the product without the demo, makes its companies, and stops it after the last spec. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function start(): Promise<() => Promise<void>> {
  const product = await Product.make()
  try {
    await product.start()
    const { password } = await foundCompany(product)
    const global = {
      username: GLOBAL,
      password: await makeGlobalUser(product),
      companies: ['Northern Works', 'Southern Works'],
    }
    publish({ url: product.url, username: 'owner@plant.example', password, companyName: 'Plant', global })
  } catch (error) {
    await product.discard()
    throw error
  }
  return () => product.discard()
}
