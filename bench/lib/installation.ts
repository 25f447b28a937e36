import { type Company, foundCompany, type MadeMachine } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'

/** Installation with 1,000 machines and a running server, on the embedded database with durable commits. */
export interface Installation {
  readonly product: Product
  readonly company: Company
  readonly password: string
  readonly machines: readonly MadeMachine[]
}

export const MACHINES = 1000

export async function makeInstallation(say: (line: string) => void): Promise<Installation> {
  const product = await Product.make()
  try {
    say(`Starting Millwatch on ${product.dataFolder}`)
    await product.start()
    const company = await foundCompany(product)
    say(`Making ${MACHINES} machines`)
    return { product, company, password: company.password, machines: await company.machines(MACHINES) }
  } catch (error) {
    await product.discard()
    throw error
  }
}
