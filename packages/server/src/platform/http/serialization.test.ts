import { manyRows } from '@millwatch/contract/shapes/common'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { compileSerializer } from './serialization.ts'

const row = Type.Object({ id: Type.Integer(), name: Type.String() })
const serialize = (schema: object) => compileSerializer({ schema, method: 'GET', url: '/', httpStatus: '200' })
const kept = { id: 1, name: 'a "b" \n' }

test('fields that the contract does not name do not get out', () => {
  const text = serialize(Type.Object({ rows: Type.Array(row) }))({ rows: [{ ...kept, secret: 1 }], secret: 2 })
  expect(JSON.parse(text)).toEqual({ rows: [kept] })
})

test('many rows are written as they are, and beside them only fields that the contract names', () => {
  const text = serialize(Type.Object({ rows: manyRows(row), more: Type.Object({ rows: manyRows(row) }) }))({
    rows: [kept, kept],
    more: { rows: [], secret: 1 },
    secret: 2,
  })
  expect(JSON.parse(text)).toEqual({ rows: [kept, kept], more: { rows: [] } })
})
