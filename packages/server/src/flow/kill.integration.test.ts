import { afterAll, beforeAll, expect, test } from 'vitest'
import { round } from '../../../../tools/fault/round.ts'
import { type Company, foundCompany } from '../../../../tools/product/company.ts'
import { Product } from '../../../../tools/product/product.ts'

/** The short form of `npm run fault`. */
let product: Product
let company: Company
beforeAll(async () => {
  product = await Product.make()
  await product.start()
  company = await foundCompany(product)
})
afterAll(() => product.discard())

const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32))

test(`Killed six times and its database stopped twice under load, it has kept all it acknowledged, once, and tells the same (seed ${seed})`, async () => {
  const { acknowledged, backInMs } = await round(product, company, {
    kills: 6,
    stops: 2,
    machines: 8,
    seed,
    pauseMs: 1200,
  })
  expect(acknowledged).toBeGreaterThan(1000)
  expect(backInMs).toBeLessThan(15_000)
}, 120_000)
