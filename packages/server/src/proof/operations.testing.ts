import { readdirSync } from 'node:fs'
import type { Endpoint } from '@millwatch/contract/endpoint'
import type { TSchema } from 'typebox'

const folder = new URL('../../../contract/src/http/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operation' in value && 'shapes' in value

/** Every call there is: the folder is read, so that none can be forgotten. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.sort().map(async (name): Promise<Record<string, unknown>> => import(new URL(name, folder).href)),
  )
  return modules.flatMap((one) => Object.values(one)).filter(isEndpoint)
}

/** Calls that only read; all others may change something. */
export const isRead = ({ method }: Endpoint): boolean => method === 'GET'

/** A schema as it lies on the wire: JSON Schema without the types of the program. */
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

/** Where in a part ids stand: `equipId`, `tags[]`, `updates[].id`, `ids,` for a list in one text. */
function idsIn(schema: Schema, path: string): string[] {
  if (isId(schema) || (/_id$/.test(path) && schema.type?.includes('number'))) return [path]
  if (isIdList(schema)) return [`${path},`]
  const { properties = {}, items, anyOf = [] } = schema
  const own = Object.entries(properties).flatMap(([name, one]) => idsIn(one, path === '' ? name : `${path}.${name}`))
  const listed = items !== undefined && !Array.isArray(items) ? idsIn(items as Schema, `${path}[]`) : []
  return [...own, ...listed, ...anyOf.flatMap((one) => idsIn(one, path))]
}

/** All places of a call where an id is named, as its schemas say: `params.id`, `query.ids,`, `body.tags[]`. */
export function idSlotsOf({ shapes, path }: Endpoint): string[] {
  const parts = { params: shapes.params, query: shapes.query, body: shapes.body }
  const found = Object.entries(parts).flatMap(([name, part]) => {
    const schema = schemaOfPart(part)
    return schema === undefined ? [] : idsIn(schema, '').map((one) => `${name}.${one}`)
  })
  const uuids = path.includes(':uuid') ? ['params.uuid'] : []
  return [...new Set([...found, ...uuids])]
}
