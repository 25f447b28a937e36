import serializerSelector from '@fastify/fast-json-stringify-compiler'
import { AS_IT_IS } from '@millwatch/contract/shapes/common'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'

type Serialize = (data: unknown) => string

const compile = serializerSelector()({}, {})

/** Serializers by the schema object of the contract, for all servers of this process. */
const serializers = new WeakMap<object, Serialize>()

/**
 * Returns the serializer of an answer for Fastify. It compiles the schema at the first answer, once per process, since compiling
 * those of all calls would take half of the time of a start. Parts of the schema marked as `manyRows` are written by
 * `JSON.stringify`.
 */
export function compileSerializer({ schema, method, url, httpStatus = '' }: FastifyRouteSchemaDef<object>): Serialize {
  return (data) => {
    let serialize = serializers.get(schema)
    if (serialize === undefined) {
      serialize = compile({ schema: withoutRows(schema) as object, method, url, httpStatus })
      serializers.set(schema, serialize)
    }
    return serialize(data)
  }
}

/**
 * Returns a copy of a schema in which each part marked as `manyRows` is `{}`, so that the compiler leaves it to `JSON.stringify`.
 */
function withoutRows(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRows)
  if (typeof schema !== 'object' || schema === null) return schema
  if (AS_IT_IS in schema) return {}
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, withoutRows(part)]))
}
