import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { IdList, Instant, Success } from '../shapes/common.ts'
import { Figures } from '../shapes/figures.ts'

const Query = Type.Object({ ids: IdList, startDate: Instant, endDate: Instant }, { additionalProperties: false })

export const utilizationOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/util/e',
  operation: 'equipment.utilization',
  summary: 'Figures of machines over a period',
  tags: ['figures'],
  shapes: { query: Query, answer: Type.Object({ status: Success, equipment: Type.Array(Figures) }) },
})

export const utilizationOfOrgUnits = endpoint({
  method: 'GET',
  path: '/v0/util/o',
  operation: 'org_unit.utilization',
  summary: 'Figures of units, each over its whole subtree',
  tags: ['figures'],
  shapes: { query: Query, answer: Type.Object({ status: Success, orgUnits: Type.Array(Figures) }) },
})
