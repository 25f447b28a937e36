import { readdirSync } from 'node:fs'
import type { Endpoint } from '@millwatch/contract/endpoint'
import type { TSchema } from 'typebox'

const folder = new URL('../../../contract/src/http/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operation' in value && 'shapes' in value

/** Returns all endpoints that the files of the contract's `http` folder export, ordered by file name. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.sort().map(async (name): Promise<Record<string, unknown>> => import(new URL(name, folder).href)),
  )
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

/** Returns true if the method of a call is GET. Every other method may change data. */
export const isRead = ({ method }: Endpoint): boolean => method === 'GET'

/** JSON Schema as plain data, reduced to the keywords that the tests read. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema | readonly Schema[]
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
}

export const schemaOfPart = (part: TSchema | undefined): Schema | undefined =>
  part === undefined ? undefined : (JSON.parse(JSON.stringify(part)) as Schema)

const isId = (schema: Schema): boolean =>
  schema.type === 'integer' && schema.minimum === 1 && schema.maximum === Number.MAX_SAFE_INTEGER

const isIdList = ({ pattern }: Schema): boolean => pattern?.includes('[0-9]{1,15}(,') === true

/**
 * Returns the paths of the ids within a part of a call, below `path`: `equipId`, `tags[]`, `updates[].id`, and `ids,` for a
 * comma-separated list in a text. Empty if there is none.
 */
function idsIn(schema: Schema, path: string): string[] {
  if (isId(schema) || (/_id$/.test(path) && schema.type?.includes('number'))) return [path]
  if (isIdList(schema)) return [`${path},`]
  const { properties = {}, items, anyOf = [] } = schema
  const named = Object.entries(properties).flatMap(([name, property]) =>
    idsIn(property, path === '' ? name : `${path}.${name}`),
  )
  const listed = items !== undefined && !Array.isArray(items) ? idsIn(items as Schema, `${path}[]`) : []
  return [...named, ...listed, ...anyOf.flatMap((option) => idsIn(option, path))]
}

/**
 * Returns the path of every id in a call, each once, found by its schemas: `params.id`, `query.ids,`, `body.tags[]`, and
 * `params.uuid`. Empty if there is none.
 */
export function idSlotsOf({ shapes, path }: Endpoint): string[] {
  const parts = { params: shapes.params, query: shapes.query, body: shapes.body }
  const found = Object.entries(parts).flatMap(([name, part]) => {
    const schema = schemaOfPart(part)
    return schema === undefined ? [] : idsIn(schema, '').map((id) => `${name}.${id}`)
  })
  const uuids = path.includes(':uuid') ? ['params.uuid'] : []
  return [...new Set([...found, ...uuids])]
}
