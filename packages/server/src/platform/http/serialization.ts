import serializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'

type Serialize = (data: unknown) => string

const compile = serializerSelector()({}, {})

/** Serializers by the schema object of the contract, for all servers of this process. */
const serializers = new WeakMap<object, Serialize>()

/**
 * Returns the serializer of an answer for Fastify. It compiles the schema at the first answer, once per process:
 * compiling those of all calls would take half of the time of a start.
 */
export function compileSerializer({ schema, method, url, httpStatus = '' }: FastifyRouteSchemaDef<object>): Serialize {
  return (data) => {
    let serialize = serializers.get(schema)
    if (serialize === undefined) {
      serialize = compile({ schema, method, url, httpStatus })
      serializers.set(schema, serialize)
    }
    return serialize(data)
  }
}
