import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Success, TypedName } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { EquipmentModel, NamedThing } from '../shapes/tree.ts'

const NameOnly = Type.Object({ name: TypedName }, { additionalProperties: false })

export const listCategories = endpoint('GET', '/v0/equip/categories', 'equipment lists', {
  operation: 'category.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'Categories of machines, by name',
  shapes: { answer: Type.Object({ status: Success, categories: Type.Array(NamedThing) }) },
})

export const createCategory = endpoint('POST', '/v0/equip/categories', 'equipment lists', {
  operation: 'category.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add a category; one of that name that is there is the answer',
  shapes: { body: NameOnly, answer: Type.Object({ status: Success, category: NamedThing }) },
})

export const listManufacturers = endpoint('GET', '/v0/equip/manufacturers', 'equipment lists', {
  operation: 'manufacturer.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'Manufacturers of machines, by name',
  shapes: { answer: Type.Object({ status: Success, manufacturers: Type.Array(NamedThing) }) },
})

export const createManufacturer = endpoint('POST', '/v0/equip/manufacturers', 'equipment lists', {
  operation: 'manufacturer.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add a manufacturer; one of that name that is there is the answer',
  shapes: { body: NameOnly, answer: Type.Object({ status: Success, manufacturer: NamedThing }) },
})

export const listModels = endpoint('GET', '/v0/equip/models', 'equipment lists', {
  operation: 'model.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'Models of machines by the id of their manufacturer; those without one under 0',
  shapes: {
    answer: Type.Object({ status: Success, models: Type.Record(Type.String(), Type.Array(EquipmentModel)) }),
  },
})

export const createModel = endpoint('POST', '/v0/equip/models', 'equipment lists', {
  operation: 'model.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add a model; one of that manufacturer and number that is there is the answer',
  shapes: {
    body: Type.Object(
      { number: TypedName, manufacturer_id: Type.Optional(Nullable(Id)) },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, model: EquipmentModel }),
  },
})
