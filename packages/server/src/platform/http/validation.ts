import type { FastifySchemaValidationError } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'

type Verdict = { value: unknown } | { error: FastifySchemaValidationError[] }

/**
 * Returns a text from an address as the integer or boolean that its schema has; a text that is neither stays text, so that
 * validation refuses it.
 */
function fromText(kind: unknown, text: string): unknown {
  if (kind === 'integer' && /^\d{1,16}$/.test(text)) return Number(text)
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function kindOf(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined
}

/** Returns the fields of a path or query with texts converted to integers and booleans as the schema has them. */
function coerce(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('properties' in schema)) return value
  const kinds = new Map(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, kindOf(part)]))
  return Object.fromEntries(
    Object.entries(value).map(([name, raw]) => [name, typeof raw === 'string' ? fromText(kinds.get(name), raw) : raw]),
  )
}

/** Validators by the schema object of the contract, for all servers of this process. */
const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? (Compile(schema) as Validator)
  validators.set(schema, validator)
  return validator
}

/**
 * Returns the validator of a schema for Fastify, compiled at the first request. It removes no fields. In path and query it
 * converts the text of a field that is an integer without sign (1 to 16 digits) or a boolean, and nothing else: a negative
 * integer stays a text, and is refused. The result has either `value` or `error`.
 */
export function compileValidator({ schema, httpPart }: FastifyRouteSchemaDef<unknown>): (value: unknown) => Verdict {
  const parts = schema as TSchema
  const fromAddress = httpPart === 'params' || httpPart === 'querystring'
  return (raw) => {
    const value = fromAddress ? coerce(parts, raw) : raw
    const validator = validatorOf(parts)
    if (validator.Check(value)) return { value }
    return { error: validator.Errors(value).map(describe) }
  }
}

function describe({ instancePath, message, keyword, schemaPath, params }: TLocalizedValidationError) {
  const path = instancePath === '' ? unexpectedName(params) : instancePath
  const text = keyword === 'pattern' ? 'is blank, or has characters that may not be in it' : message
  return { instancePath: path, message: text, keyword, schemaPath, params: {} }
}

/**
 * Returns `/` with the name of the missing or unexpected property, for a fault of a whole object; an empty text if there is none
 * or its name has more than 64 characters.
 */
function unexpectedName(params: object): string {
  const named = Object.values(params).flat()
  return typeof named[0] === 'string' && named[0].length <= 64 ? `/${named[0]}` : ''
}
