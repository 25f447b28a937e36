import * as calls from '@millwatch/contract/http/tree-lists'
import { type Router, success } from '../../platform/http/route.ts'
import { createCategory, createManufacturer, createModel } from './lists.ts'
import { allCategories, allManufacturers, allModels } from './queries-lists.ts'

/** Adds the routes that list and create categories, manufacturers and models, which forms offer for machines. */
export function listRoutes(router: Router): void {
  router.signedIn(calls.listCategories, ({ inCompany }) =>
    inCompany(async (ctx) => success({ categories: await allCategories(ctx) })),
  )
  router.signedIn(calls.createCategory, ({ body, inCompany }) =>
    inCompany(async (ctx) => success({ category: await createCategory(ctx, body.name) })),
  )
  router.signedIn(calls.listManufacturers, ({ inCompany }) =>
    inCompany(async (ctx) => success({ manufacturers: await allManufacturers(ctx) })),
  )
  router.signedIn(calls.createManufacturer, ({ body, inCompany }) =>
    inCompany(async (ctx) => success({ manufacturer: await createManufacturer(ctx, body.name) })),
  )
  router.signedIn(calls.listModels, ({ inCompany }) =>
    inCompany(async (ctx) => {
      const byManufacturer = Map.groupBy(await allModels(ctx), (model) => String(model.manufacturer_id ?? 0))
      return success({ models: Object.fromEntries(byManufacturer) })
    }),
  )
  router.signedIn(calls.createModel, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const model = { number: body.number, manufacturerId: body.manufacturer_id ?? null }
      return success({ model: await createModel(ctx, model) })
    }),
  )
}
