import * as calls from '@millwatch/contract/http/tree-lists'
import { byNaturalOrder } from '@millwatch/domain/tree'
import { command, type ModuleCall, question } from '../../platform/calls/calls.ts'
import { createCategory, createManufacturer, createModel } from './lists.ts'
import { inNaturalOrder } from './natural-order.ts'
import { presentModel } from './present.ts'
import { allCategories, allManufacturers, allModels } from './queries-lists.ts'

const idOf = ({ id }: { readonly id: number }): number => id

/** Calls that list and create the categories, manufacturers and models of machines. */
export const listCalls: readonly ModuleCall[] = [
  question(calls.listCategories, async (ctx) => ({ categories: inNaturalOrder(await allCategories(ctx), idOf) })),
  command(
    calls.createCategory,
    (ctx, { body }) => createCategory(ctx, body.name),
    (category) => ({ category }),
  ),
  question(calls.listManufacturers, async (ctx) => ({
    manufacturers: inNaturalOrder(await allManufacturers(ctx), idOf),
  })),
  command(
    calls.createManufacturer,
    (ctx, { body }) => createManufacturer(ctx, body.name),
    (manufacturer) => ({ manufacturer }),
  ),
  question(calls.listModels, async (ctx) => {
    const inOrder = (await allModels(ctx)).toSorted((a, b) => byNaturalOrder(a.number, b.number) || a.id - b.id)
    const byManufacturer = Map.groupBy(inOrder, (model) => String(model.manufacturerId ?? 0))
    const models = [...byManufacturer].map(([id, ofManufacturer]) => [id, ofManufacturer.map(presentModel)])
    return { models: Object.fromEntries(models) }
  }),
  command(
    calls.createModel,
    (ctx, { body }) => createModel(ctx, { number: body.number, manufacturerId: body.manufacturer_id ?? null }),
    (model) => ({ model: presentModel(model) }),
  ),
]
