import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Success } from '../shapes/common.ts'
import { TreeNode } from '../shapes/tree.ts'

export const getCompany = endpoint({
  method: 'GET',
  path: '/v0/company',
  operation: 'company.read',
  summary: 'The company and its tree',
  tags: ['company'],
  shapes: {
    query: Type.Object({ activeOnly: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    answer: Type.Object({
      status: Success,
      company: Type.Object({ id: Id, name: Type.String(), root_org_unit_id: Id, tree: TreeNode }),
    }),
  },
})
