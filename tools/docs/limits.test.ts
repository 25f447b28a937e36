import { type Endpoint, endpoint } from '@millwatch/contract/endpoint'
import { expect, test } from 'vitest'
import { limitsDocument } from './limits.ts'

const policy = { least: 'user', scope: 'company', rate: 'write', audit: true } as const
/** Call whose body has these fields; shapes are JSON Schema. */
const call = (path: string, properties: object) =>
  endpoint('POST', path, 'test', {
    ...{ operation: 'test.do', policy, summary: 'Test' },
    shapes: { body: { type: 'object', properties }, answer: { type: 'object' } } as never,
  }) as Endpoint

test('The document has a row for each limit of a field, in the order of the paths, and none for ids', () => {
  const things = call('/v0/things', {
    id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    name: { type: 'string', minLength: 1, maxLength: 64 },
    list: {
      type: 'array',
      maxItems: 9,
      items: { type: 'object', properties: { pct: { type: 'number', minimum: 0, maximum: 100 } } },
    },
    note: { type: 'string' },
  })
  const rows = limitsDocument([things, call('/v0/a', { kind: { type: 'string', pattern: '^a|b$' } })])
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows).toEqual([
    '| `POST /v0/a` | `kind` | form `^a\\|b$` |',
    '| `POST /v0/things` | `name` | 1 to 64 characters |',
    '| `POST /v0/things` | `list` | at most 9 entries |',
    '| `POST /v0/things` | `list[].pct` | 0 to 100 |',
    '| `POST /v0/things` | `note` | no limit of its own |',
  ])
})
