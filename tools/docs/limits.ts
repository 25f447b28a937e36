import type { Endpoint } from '@millwatch/contract/endpoint'
import { type Schema, schemaOfPart } from '@millwatch/lab/contract-tests/operations'

const HEAD = `# Limits of each call

This file is made from the contract: \`node tools/docs/run.ts --write\`. A request outside of these limits is answered with 400 and the path of the
field. Ids are whole numbers from 1. Limits on the rate of calls, on devices and on storage are in \`docs/operations.md\`; rules about several
fields together are in \`docs/decisions\`.

| call | field | limit |
|---|---|---|
`

const isId = ({ minimum, maximum }: Schema): boolean => minimum === 1 && maximum === Number.MAX_SAFE_INTEGER
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const range = (from: number | undefined, to: number | undefined, unit: string): string[] => {
  if (from === undefined && to === undefined) return []
  if (from === undefined) return [`at most ${to} ${unit}`.trim()]
  return [to === undefined ? `at least ${from} ${unit}`.trim() : `${from} to ${to} ${unit}`.trim()]
}

function limitOf(schema: Schema): string {
  const { type, minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format } = schema
  const unbounded = type === 'string' && maxLength === undefined && pattern === undefined && format === undefined
  return [
    ...range(minLength, maxLength, 'characters'),
    ...range(minimum, maximum, ''),
    ...range(minItems, maxItems, 'entries'),
    ...(pattern === undefined ? [] : [`form \`${pattern}\``]),
    ...(format === undefined ? [] : [`form ${format}`]),
    ...(schema.enum === undefined ? [] : [`one of ${schema.enum.map(String).join(', ')}`]),
    ...(unbounded ? ['no limit of its own'] : []),
  ].join('; ')
}

/**
 * Returns the fields of a schema, at any depth, each with its path (`updates[].id`) and the text of its limit. Text without a
 * limit is included, with words that say so. Ids, constants and all other fields without a limit are left out.
 */
function fieldsOf(schema: Schema, path: string): [path: string, limit: string][] {
  const { properties = {}, items, anyOf = [], allOf = [] } = schema
  const limit = schema.const !== undefined || isId(schema) ? '' : limitOf(schema)
  const inner = Object.entries(properties).flatMap(([name, field]) => fieldsOf(field, path ? `${path}.${name}` : name))
  const listed = items !== undefined && !Array.isArray(items) ? fieldsOf(items as Schema, `${path}[]`) : []
  const found: [string, string][] = limit === '' ? [] : [[path, limit]]
  return [...found, ...inner, ...listed, ...[...anyOf, ...allOf].flatMap((option) => fieldsOf(option, path))]
}

/**
 * Returns the document of the limits of all calls as Markdown, ordered by path and then by method. Fields without a limit are
 * left out, except those of text.
 */
export function limitsDocument(endpoints: readonly Endpoint[]): string {
  const sorted = endpoints.toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
  const rows = sorted.flatMap(({ method, path, shapes: { params, query, body } }) => {
    const fields = [params, query, body].flatMap((part) => {
      const schema = schemaOfPart(part)
      return schema === undefined ? [] : fieldsOf(schema, '')
    })
    const lines = fields.map(([name, limit]) => `| \`${method} ${path}\` | \`${name || 'body'}\` | ${cell(limit)} |`)
    return [...new Set(lines)]
  })
  return `${HEAD}${rows.join('\n')}\n`
}
