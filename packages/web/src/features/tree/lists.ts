import { updateEquipment } from '@millwatch/contract/http/tree'
import {
  createCategory,
  createManufacturer,
  listCategories,
  listManufacturers,
  listModels,
} from '@millwatch/contract/http/tree-lists'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { MachineChange } from './machine-draft.ts'

export const categoriesQuery = queryOptions({
  queryKey: ['equipment-lists', 'categories'],
  queryFn: async ({ signal }) => (await call(listCategories, { signal })).categories,
})

export const manufacturersQuery = queryOptions({
  queryKey: ['equipment-lists', 'manufacturers'],
  queryFn: async ({ signal }) => (await call(listManufacturers, { signal })).manufacturers,
})

/** Query that reads the models of machines, grouped by the id of their manufacturer; those without one are under 0. */
export const modelsQuery = queryOptions({
  queryKey: ['equipment-lists', 'models'],
  queryFn: async ({ signal }) => (await call(listModels, { signal })).models,
})

/**
 * Saves a change of a machine on the server and returns the machine. A new category or manufacturer is created first. Throws an
 * error if a call fails, and does not undo the calls before.
 */
export async function saveMachine(id: number, { body, newCategory, newManufacturer }: MachineChange) {
  const made = {
    ...(newCategory !== undefined && {
      category_id: (await call(createCategory, { body: { name: newCategory } })).category.id,
    }),
    ...(newManufacturer !== undefined && {
      manufacturer_id: (await call(createManufacturer, { body: { name: newManufacturer } })).manufacturer.id,
    }),
  }
  return (await call(updateEquipment, { params: { id }, body: { ...body, ...made } })).equip
}
